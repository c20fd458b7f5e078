// The board with both hands: drawn in SVG, worked by mouse, finger and keyboard, and readable to a screen reader.
//
// A place is a square (`5a`), a kind in a hand (`b:P`), a hand (`b:`), a piece of the box (`box:P`) or the box itself (`box:`). Views say what may be taken from
// where and what happens; the board does the selecting and dragging.

import { h, s } from "./dom.js";
import { CELL, GRID, character, grid, pieces, pieceIcon } from "./diagram.js";
import { HELD, Position, colorOf, kanji, makePiece, squareAt, squareJapanese, squareName } from "./position.js";
import { language, t } from "./messages.js";

/** @typedef {import("./position.js").Color} Color */
/** @typedef {string} Place */
/**
 * What a view wants of the board.
 * @typedef {object} Handlers
 * @property {(place: Place) => boolean} [take] whether something can be picked up there
 * @property {(from: Place, to: Place) => boolean | void} [move] picked up there, put down here; true keeps it picked up
 * @property {(place: Place) => void} [tap] a place where nothing can be picked up
 * @property {(place: Place) => void} [alter] the second button, or a second tap
 * @property {(place: Place, key: string) => boolean} [key] another key on a place; true if it meant something
 * @property {(from: Place) => string[]} [targets] squares to mark while something is picked up
 */
/** @typedef {{last?: string, marks?: string[], hints?: string[], rest?: Color, check?: boolean, turn?: boolean}} Marks */

const MARGIN = { left: 4, top: 26, right: 26, bottom: 4 };
const VIEW = { width: GRID.width + MARGIN.left + MARGIN.right, height: GRID.height + MARGIN.top + MARGIN.bottom };

export class Board {
  constructor() {
    /** @type {Handlers} */
    this.handlers = {};
    this.position = new Position();
    /** @type {Marks} */
    this.marks = {};
    /** @type {Place | undefined} */
    this.picked = undefined;
    this.cursor = 40;

    this.shades = s("g", {});
    this.layer = s("g", {});
    this.svg = s("svg", { viewBox: `${-MARGIN.left} ${-MARGIN.top} ${VIEW.width} ${VIEW.height}`, "aria-hidden": "true" }, this.shades, grid(), this.layer);
    this.cells = Array.from({ length: 81 }, (_, square) => h("div", { role: "gridcell", "data-place": squareName(square), tabindex: -1 }));
    const rows = Array.from({ length: 9 }, (_, rank) => h("div", { role: "row" }, this.cells.slice(rank * 9, rank * 9 + 9)));
    this.grid = h("div", { class: "cells", role: "grid" }, rows);
    this.hands = { b: h("div", { class: "hand black", "data-place": "b:" }), w: h("div", { class: "hand white", "data-place": "w:" }) };
    this.element = h("div", { class: "boardset" }, this.hands.w, h("div", { class: "board" }, this.svg, this.grid), this.hands.b);
    this.grid.addEventListener("keydown", (event) => this.onKey(event));
    new Drag(this);
  }

  /** @param {Handlers} handlers */
  use(handlers) {
    this.handlers = handlers;
    this.picked = undefined;
  }

  /** @param {Position} position @param {Marks} [marks] */
  show(position, marks = {}) {
    this.position = position;
    this.marks = marks;
    this.draw();
  }

  draw() {
    const { position, marks } = this;
    const to = marks.last?.slice(2, 4);
    const from = marks.last && marks.last[1] !== "*" ? marks.last.slice(0, 2) : undefined;
    const shade = (/** @type {string} */ name, /** @type {string} */ kind) => {
      const square = squareAt(name);
      return s("rect", { class: kind, x: (square % 9) * CELL.width, y: Math.floor(square / 9) * CELL.height, ...CELL });
    };
    const targets = this.picked ? this.handlers.targets?.(this.picked) ?? [] : [];
    this.shades.replaceChildren(
      ...(from ? [shade(from, "moved-from")] : []),
      ...(to ? [shade(to, "moved-to")] : []),
      ...(marks.marks ?? []).map((name) => shade(name, "mark")),
      ...(marks.hints ?? []).map((name) => shade(name, "hint")),
      ...(this.picked && !this.picked.includes(":") ? [shade(this.picked, "picked")] : []),
      ...targets.map((name) => {
        const square = squareAt(name);
        return s("circle", { class: "target", cx: (square % 9 + 0.5) * CELL.width, cy: (Math.floor(square / 9) + 0.5) * CELL.height, r: 8 });
      }),
    );
    this.layer.replaceChildren(pieces(position, { bold: to ? squareAt(to) : undefined }));
    this.grid.setAttribute("aria-label", t("board"));
    for (let square = 0; square < 81; square++) {
      const cell = this.cells[square];
      const piece = position.board[square];
      cell.setAttribute("aria-label", this.label(square));
      cell.setAttribute("aria-selected", String(this.picked === squareName(square)));
      cell.tabIndex = square === this.cursor ? 0 : -1;
      cell.classList.toggle("takable", Boolean(piece && this.handlers.take?.(squareName(square))));
    }
    this.drawHand("b");
    this.drawHand("w");
  }

  /** @param {number} square */
  label(square) {
    const piece = this.position.board[square];
    const name = language() === "ja" ? squareJapanese(square) : squareName(square);
    return piece ? `${name} ${t(colorOf(piece) === "b" ? "black" : "white")} ${pieceName(piece)}` : `${name} ${t("empty")}`;
  }

  /** @param {Color} color */
  drawHand(color) {
    const { position, marks } = this;
    const held = HELD.filter((kind) => position.held(color, kind));
    const title = s("svg", { viewBox: "-22 -2 44 66", class: "hand-title", "aria-hidden": "true" },
      s("path", { class: color === "b" ? "sign filled" : "sign", d: "M0 0l8 4l3 14h-22l3 -14z" }),
      character("持", 0, 34, 20), character("駒", 0, 55, 20));
    const items = held.map((kind) => {
      const place = `${color}:${kind}`;
      const count = position.held(color, kind);
      return h("button", {
        type: "button", "data-place": place, class: this.handlers.take?.(place) ? "takable" : "", "aria-pressed": this.picked === place,
        "aria-label": `${t("in_hand", { side: t(color === "b" ? "black" : "white") })} ${pieceName(kind)} ${count}`,
      }, pieceIcon(makePiece(kind, "b")), count > 1 && number(count));
    });
    const none = s("svg", { viewBox: "-22 -14 44 56", class: "hand-none", "aria-hidden": "true" }, character("な", 0, 0, 22), character("し", 0, 26, 22));
    this.hands[color].replaceChildren(title, ...(held.length ? items : [none]));
    this.hands[color].classList.toggle("rest", marks.rest === color);
    this.hands[color].classList.toggle("turn", position.turn === color);
    this.hands[color].setAttribute("role", "group");
    this.hands[color].setAttribute("aria-label", t("hand_of", { side: t(color === "b" ? "black" : "white") }) + (held.length ? "" : ` ${t("nothing")}`));
    this.hands[color].title = marks.rest === color ? t("hand_rest") : "";
  }

  /** A tap, a click or Enter on a place. @param {Place} place */
  tap(place) {
    const { handlers } = this;
    if (this.picked) {
      const from = this.picked;
      if (from === place) {
        this.picked = undefined;
        handlers.alter?.(place);
      } else if (!handlers.move?.(from, place)) {
        this.picked = undefined;
      }
    } else if (handlers.take?.(place)) {
      this.picked = place;
    } else {
      handlers.tap?.(place);
    }
    this.redraw();
  }

  /** Draws again and tells others that show places (the piece box). */
  redraw() {
    this.draw();
    this.element.dispatchEvent(new CustomEvent("picked"));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9 }[event.key];
    const place = squareName(this.cursor);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) {
      const [file, rank] = [(this.cursor % 9) + (step % 9), Math.floor(this.cursor / 9) + (Math.abs(step) === 9 ? step / 9 : 0)];
      if (file >= 0 && file < 9 && rank >= 0 && rank < 9) this.focus(rank * 9 + file);
    } else if (event.key === "Enter" || event.key === " ") {
      this.tap(place);
    } else if (event.key === "Escape" && this.picked) {
      this.picked = undefined;
      this.redraw();
    } else if (!this.handlers.key?.(place, event.key)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} square */
  focus(square) {
    this.cells[this.cursor].tabIndex = -1;
    this.cursor = square;
    this.cells[square].tabIndex = 0;
    this.cells[square].focus();
  }

  /** The piece at a place. @param {Place} place @returns {string | undefined} */
  pieceAt(place) {
    if (!place.includes(":")) return this.position.board[squareAt(place)] ?? undefined;
    const [where, kind] = place.split(":");
    return kind ? (where === "box" ? kind : makePiece(kind, /** @type {Color} */ (where))) : undefined;
  }
}

/** A count beside a piece in hand. @param {number} count */
function number(count) {
  const text = kanji(count);
  return s("svg", { viewBox: `-12 -12 24 ${24 * text.length}`, class: text.length > 1 ? "count two" : "count", "aria-hidden": "true" },
    [...text].map((digit, i) => character(digit, 0, i * 22, 21)));
}

/** @param {string} piece */
export const pieceName = (piece) => t(`piece_${piece.replace("+", "p").toUpperCase()}`);

/** Picking up by pointer: a short press is a tap, a longer way a drag. */
class Drag {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{place: Place, x: number, y: number, id: number, ghost?: HTMLElement} | undefined} */
    this.press = undefined;
    /** Whether the last press was a drag, whose click does not count. */
    this.dragged = false;
    document.addEventListener("pointerdown", (event) => this.down(event));
    document.addEventListener("pointermove", (event) => this.moved(event));
    document.addEventListener("pointerup", (event) => this.up(event));
    document.addEventListener("pointercancel", () => this.cancel());
    document.addEventListener("contextmenu", (event) => {
      const place = placeOf(event.target);
      if (place && board.handlers.alter) {
        event.preventDefault();
        board.picked = undefined;
        board.handlers.alter(place);
        board.redraw();
      }
    });
    // A press that was no drag, or a button pressed by the keyboard. Not `pointerup`: a finger's click comes after it, and would hit what a tap has opened.
    document.addEventListener("click", (event) => {
      const place = placeOf(event.target);
      if (place && !this.dragged && board.element.isConnected) board.tap(place);
      this.dragged = false;
    });
  }

  /** @param {PointerEvent} event */
  down(event) {
    const place = placeOf(event.target);
    this.dragged = false;
    if (event.button !== 0 || !this.board.element.isConnected) return;
    if (!place) {
      // A press elsewhere puts back what is picked up.
      if (this.board.picked) {
        this.board.picked = undefined;
        this.board.redraw();
      }
      return;
    }
    this.press = { place, x: event.clientX, y: event.clientY, id: event.pointerId };
    // Where the board is only looked at, the keys stay with the steps of the line.
    if (!place.includes(":") && this.board.handlers.take) {
      event.preventDefault();
      this.board.focus(squareAt(place));
    }
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const { press, board } = this;
    if (!press || event.pointerId !== press.id) return;
    if (!press.ghost) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < 6) return;
      if (!board.handlers.take?.(press.place)) {
        this.press = undefined;
        return;
      }
      board.picked = press.place;
      board.redraw();
      press.ghost = h("div", { class: "ghost", "aria-hidden": "true" }, pieceIcon(board.pieceAt(press.place) ?? "P"));
      press.ghost.style.setProperty("--size", `${board.cells[0].getBoundingClientRect().width}px`);
      document.body.append(press.ghost);
    }
    press.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, ${event.pointerType === "touch" ? -110 : -50}%)`;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { press, board } = this;
    if (!press || event.pointerId !== press.id) return;
    this.press = undefined;
    if (!press.ghost) return;
    this.dragged = true;
    press.ghost.remove();
    const to = placeOf(document.elementFromPoint(event.clientX, event.clientY)) ?? "box:";
    board.picked = undefined;
    if (to !== press.place) board.handlers.move?.(press.place, to);
    board.redraw();
  }

  cancel() {
    this.press?.ghost?.remove();
    this.press = undefined;
  }
}

/** The place an element belongs to. @param {EventTarget | null} target @returns {Place | undefined} */
function placeOf(target) {
  // A button in the box that is no piece is only a button.
  const element = target instanceof Element ? target.closest("[data-place], button") : null;
  return element?.getAttribute("data-place") ?? undefined;
}
