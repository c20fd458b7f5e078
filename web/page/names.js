// Names of moves: in Japanese by the rules of the Japan Shogi Association, which the engine knows; in English by piece and squares.

import { pieceName } from "./board.js";
import { ask } from "./engine.js";
import { language } from "./messages.js";
import { declines, handJapanese, squareAt, squareJapanese, westernLine } from "./position.js";

/** @typedef {import("./position.js").Position} Position */

/** @type {Map<string, string[]>} */
const known = new Map();
/** @type {Map<string, {sfen: string, lines: Map<string, string[]>}>} */
const wanted = new Map();
let scheduled = false;
/** Is called when names have come. */
let onNames = () => {};

/** @param {() => void} listener */
export function watchNames(listener) {
  onNames = listener;
}

/**
 * The names of a line of moves. Japanese names that are not known yet are asked for, and rough ones stand in for them.
 * @param {Position} start @param {string[]} moves @returns {string[]}
 */
export function namesOf(start, moves) {
  if (language() !== "ja") return westernLine(start, moves);
  const sfen = start.sfen();
  const key = `${sfen} ${moves.join(" ")}`;
  const names = known.get(key);
  if (names) return names;
  if (!wanted.has(sfen)) wanted.set(sfen, { sfen, lines: new Map() });
  wanted.get(sfen)?.lines.set(key, moves);
  if (!scheduled) {
    scheduled = true;
    setTimeout(fetchNames);
  }
  return roughNames(start, moves);
}

/** Japanese names without 右, 打 and the like, which need the rules. @param {Position} position @param {string[]} moves */
function roughNames(position, moves) {
  let last = "";
  return moves.map((move) => {
    const target = move.slice(2, 4);
    const piece = move[1] === "*" ? move[0] : position.board[squareAt(move.slice(0, 2))];
    const what = (piece ? pieceName(piece) : "") + (move[4] === "+" ? "成" : declines(position, move) ? "不成" : "");
    const [file, rank] = squareJapanese(squareAt(target));
    const where = target !== last ? "１２３４５６７８９"[Number(file) - 1] + rank : what.length === 1 ? "同　" : "同";
    const name = `${position.turn === "b" ? "▲" : "△"}${where}${what}`;
    position = position.after(move);
    last = target;
    return name;
  });
}

async function fetchNames() {
  scheduled = false;
  const questions = [...wanted.values()];
  wanted.clear();
  await Promise.all(questions.map(async ({ sfen, lines }) => {
    const keys = [...lines.keys()];
    try {
      const answer = await ask({ command: "read", position: sfen, lines: [...lines.values()] });
      keys.forEach((key, i) => known.set(key, answer.names[i]));
    } catch {
      // USI names stay.
      keys.forEach((key) => known.set(key, lines.get(key) ?? []));
    }
  }));
  onNames();
}

/** The name of the last move of a line. @param {Position} start @param {string[]} moves */
export const lastName = (start, moves) => namesOf(start, moves).at(-1) ?? "";

/** A hand in words. @param {string} letters as in SFEN */
export const handName = (letters) => (language() === "ja" ? handJapanese(letters) : letters.toUpperCase());

/** @param {string} square as in USI */
export const squareLabel = (square) => (language() === "ja" ? squareJapanese(squareAt(square)) : square);
