// A game on a mate problem: the mates and refutations found so far, while the engine reads on, and
// the time for which a player waits.

import { ask, run } from "./engine.js";
import { limits, settings } from "./settings.js";
import { kindOf, squareAt } from "./position.js";
import { lineOf } from "./views/solve.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {{usi: string, japanese: string, check: boolean}} Legal */
/**
 * A mate that was found after a path of this many moves.
 * @typedef {object} Mate
 * @property {string[]} line the path, and both sides' moves from there
 * @property {number} from the length of the path
 * @property {number} plies from there: at most, unless proved
 * @property {boolean} proved whether both sides are proved to play their best
 */
/**
 * What is known of a position.
 * @typedef {object} Known
 * @property {"mate" | "nomate" | "unknown"} verdict
 * @property {boolean} proved whether it is final
 * @property {string} [move] the best move; without one in a mate, the defender is mated
 * @property {number} plies of the mate
 * @property {any} [refutation] why there is no mate
 */

/** Milliseconds for which an answer is awaited that is proved; later, what is known so far will do. */
const SOON = 1000;

export class Game {
  /** @param {App} app @param {() => void} onNews is called when more is known or a search has failed */
  constructor(app, onNews) {
    this.app = app;
    this.onNews = onNews;
    /** @type {Mate[]} */
    this.mates = [];
    /** Why there is no mate, by path. @type {Map<string, any>} */
    this.refutations = new Map();
    /** The paths that were read to the end, or to the limits. @type {Set<string>} */
    this.finished = new Set();
    /** By path. @type {Map<string, Legal[]>} */
    this.legalMoves = new Map();
    /** What is read at present. @type {{key: string, run: import("./engine.js").Run} | undefined} */
    this.reading = undefined;
    /** Why the last search failed. @type {unknown} */
    this.error = undefined;
    /** What waits for news. @type {Set<() => void>} */
    this.waiting = new Set();
  }

  /** Reads nothing any more. What is known stays. */
  stop() {
    this.reading?.run.abort();
    this.reading = undefined;
  }

  /** Reads the position after a path instead of any other, unless nothing more can be found out about it. @param {string[]} path */
  look(path) {
    const key = path.join(" ");
    this.error = undefined;
    if (this.settled(path) || this.reading?.key === key) return;
    this.stop();
    const defend = path.length % 2 === 1;
    const request = this.app.request("solve", { ...limits(), rules: settings.rules, moves: path, defend, depth: 7 });
    const own = run(request, (event) => {
      if (this.reading?.run !== own || event.event !== "found") return;
      this.take(path, event.answer);
      this.news();
    });
    this.reading = { key, run: own };
    const end = (/** @type {() => void} */ take) => {
      if (this.reading?.run !== own) return;
      this.reading = undefined;
      take();
      this.news();
    };
    own.done.then((answer) => end(() => {
      this.take(path, answer);
      this.finished.add(key);
    }), (error) => end(() => {
      this.error = error;
    }));
  }

  /** @param {string[]} path @param {any} answer */
  take(path, answer) {
    if (answer.verdict === "nomate") this.refutations.set(path.join(" "), answer.refutation);
    if (answer.verdict !== "mate") return;
    const plies = answer.rule_length ?? answer.length;
    const moves = plies ? lineOf(answer) : [];
    const proved = answer.rule_length_status === "minimal" && moves.length === plies;
    this.mates.push({ line: [...path, ...moves], from: path.length, plies, proved });
  }

  news() {
    for (const look of [...this.waiting]) look();
    this.onNews();
  }

  /** The best mate that is known to go through a path. @param {string[]} path @returns {Mate | undefined} */
  mate(path) {
    const left = (/** @type {Mate} */ mate) => mate.plies + mate.from;
    return this.mates
      .filter(({ line, from }) => from <= path.length && path.every((move, i) => move === line[i]))
      .sort((one, other) => Number(other.proved) - Number(one.proved) || left(one) - left(other) || other.from - one.from)[0];
  }

  /** What is known of the position after a path. @param {string[]} path @returns {Known} */
  known(path) {
    const key = path.join(" ");
    if (this.refutations.has(key)) {
      const refutation = this.refutations.get(key);
      return { verdict: "nomate", proved: true, move: refutation?.answer, plies: 0, refutation };
    }
    const mate = this.mate(path);
    if (!mate) return { verdict: "unknown", proved: false, plies: 0 };
    return { verdict: "mate", proved: mate.proved, move: mate.line[path.length], plies: mate.plies - (path.length - mate.from) };
  }

  /** Whether nothing more can be found out about a position. @param {string[]} path */
  settled(path) {
    return this.finished.has(path.join(" ")) || this.known(path).proved;
  }

  /**
   * Reads the position after a path until it is settled, for a second; then until anything is known.
   * @param {string[]} path @param {number} [longest] the most milliseconds
   */
  async best(path, longest = Infinity) {
    this.look(path);
    await this.until(() => this.settled(path), SOON);
    await this.until(() => this.settled(path) || this.known(path).verdict !== "unknown", longest - SOON);
    return this.known(path);
  }

  /** Waits until something holds, or for some milliseconds. @param {() => boolean} holds @param {number} milliseconds @returns {Promise<void>} */
  until(holds, milliseconds) {
    return new Promise((resolve, reject) => {
      const end = (/** @type {() => void} */ settle) => {
        clearTimeout(timer);
        this.waiting.delete(look);
        settle();
      };
      const look = () => {
        if (this.error) end(() => reject(this.error));
        else if (holds()) end(resolve);
      };
      const timer = milliseconds < Infinity ? setTimeout(() => end(resolve), milliseconds) : undefined;
      this.waiting.add(look);
      look();
    });
  }

  /** The legal moves after a path, and which of them are checks. @param {string[]} path */
  async legal(path) {
    const key = path.join(" ");
    let moves = this.legalMoves.get(key);
    if (!moves) {
      const answer = await ask(this.app.request("read", { moves: path, legal: true }));
      const checks = new Set(answer.checks);
      moves = /** @type {{usi: string, japanese: string}[]} */ (answer.legal).map((move) => ({ ...move, check: checks.has(move.usi) }));
      this.legalMoves.set(key, moves);
    }
    return moves;
  }

  /**
   * An answer to a check for want of a better one: it takes the piece that moved, or moves the king, or interposes.
   * @param {string[]} path
   */
  async guess(path) {
    const { board } = this.app.start.afterAll(path);
    const moved = path.at(-1)?.slice(2, 4);
    const rank = (/** @type {Legal} */ { usi }) => (usi.slice(2, 4) === moved ? 0 : usi[1] !== "*" && kindOf(board[squareAt(usi.slice(0, 2))] ?? "") === "K" ? 1 : 2);
    const moves = await this.legal(path);
    return [...moves].sort((one, other) => rank(one) - rank(other))[0]?.usi;
  }
}
