// Diagrams in the style of printed problems, drawn with our own strokes, so that no font is needed.

import { s } from "./dom.js";
import { glyphs, SQUEEZE } from "./glyphs.js";
import { HELD, colorOf, glyphOf, GLYPH, kanji } from "./position.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./position.js").Color} Color */

export const CELL = { width: 48, height: 52 };
export const GRID = { width: 9 * CELL.width, height: 9 * CELL.height };
const PIECE = 39;

/** A character in a square of `size` around a point. @param {string} character @param {number} x @param {number} y @param {number} size @param {{turned?: boolean, class?: string}} [options] */
export function character(character, x, y, size, options = {}) {
  const scale = (options.turned ? -size : size) / 100;
  return s("path", {
    d: glyphs[character],
    class: options.class ? `glyph ${options.class}` : "glyph",
    transform: `translate(${x} ${y}) scale(${scale} ${scale * SQUEEZE}) translate(-50 ${-50 / SQUEEZE})`,
  });
}

/** A row of characters around a point. @param {string} text @param {number} x @param {number} y @param {number} size */
const row = (text, x, y, size) => [...text].map((one, i) => character(one, x + (i - (text.length - 1) / 2) * size * 0.95, y, size));

/** One piece in a small picture of its own. @param {string} piece */
export function pieceIcon(piece) {
  return s("svg", { viewBox: "0 0 44 44", class: "piece-icon", "aria-hidden": "true" },
    character(glyphOf(piece), 22, 22, 38, { turned: colorOf(piece) === "w" }));
}

/** The empty grid with star points and, unless `plain`, the names of files and ranks around it. @param {boolean} [plain] */
export function grid(plain = false) {
  const lines = [];
  for (let i = 1; i < 9; i++) {
    lines.push(`M${i * CELL.width} 0V${GRID.height}`, `M0 ${i * CELL.height}H${GRID.width}`);
  }
  const stars = [3, 6].flatMap((file) => [3, 6].map((rank) => s("circle", { cx: file * CELL.width, cy: rank * CELL.height, r: 3 })));
  const names = plain ? [] : Array.from({ length: 9 }, (_, i) => [
    ...row(String(9 - i), (i + 0.5) * CELL.width, -13, 16),
    ...row(kanji(i + 1), GRID.width + 14, (i + 0.5) * CELL.height, 16),
  ]).flat();
  return s("g", { class: "grid" },
    s("path", { class: "lines", d: lines.join("") }),
    s("rect", { class: "frame", width: GRID.width, height: GRID.height }),
    s("g", { class: "stars" }, stars),
    s("g", { class: "names" }, names));
}

/** The pieces on the board. @param {Position} position @param {{bold?: number, without?: number}} [options] */
export function pieces(position, options = {}) {
  return s("g", { class: "pieces" }, position.board.map((piece, square) => {
    if (!piece || square === options.without) return null;
    const [x, y] = [(square % 9 + 0.5) * CELL.width, (Math.floor(square / 9) + 0.5) * CELL.height];
    return character(glyphOf(piece), x, y, PIECE, { turned: colorOf(piece) === "w", class: options.bold === square ? "bold" : "" });
  }));
}

/** A hand as a column below its sign. @param {Position} position @param {Color} color @param {number} x */
function handColumn(position, color, x) {
  const sign = color === "b" ? "sign filled" : "sign";
  const column = [s("path", { class: sign, d: `M${x} 0l8 4l3 14h-22l3 -14z` })];
  let y = 44;
  for (const kind of HELD.filter((kind) => position.held(color, kind))) {
    column.push(character(GLYPH[kind], x, y, 32));
    y += 34;
    const count = position.held(color, kind);
    if (count > 1) {
      for (const digit of kanji(count)) {
        column.push(character(digit, x, y - 4, 22));
        y += 22;
      }
      y += 6;
    }
  }
  if (y === 44) column.push(...["な", "し"].map((one, i) => character(one, x, y + i * 24, 20)));
  return column;
}

/**
 * A small diagram with the attacker's hand beside the board, for lists.
 * @param {Position} position @param {string} label
 */
export function miniature(position, label) {
  return s("svg", { class: "diagram", viewBox: `-8 -8 ${GRID.width + 62} ${GRID.height + 16}`, role: "img", "aria-label": label },
    grid(true), pieces(position), handColumn(position, position.turn, GRID.width + 30));
}
