// Names of moves: in Japanese by the rules of the Japan Shogi Association, which the engine knows; in English by piece and squares.

import { ask } from "./engine.js";
import { language } from "./messages.js";
import { handJapanese, squareAt, squareJapanese, westernLine } from "./position.js";

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
 * The names of a line of moves. Japanese names that are not known yet are asked for, and USI stands in for them.
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
  return moves;
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
