// A game on a mate problem: what each side's best move is, as far as the engine was asked, and how the game stands.

import { ask, run } from "./engine.js";
import { settings } from "./settings.js";
import { lineOf } from "./views/solve.js";

/** @typedef {import("./app.js").App} App */
/** What is known of a position: the best move, its verdict, and of a failed attack why. @typedef {{move?: string, verdict: string, plies?: number, refutation?: any}} Best */

/** Seconds for an answer. */
const TIME = 30;

export class Game {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** Lines that both sides play at their best. @type {string[][]} */
    this.lines = [];
    /** By path. @type {Map<string, Best>} */
    this.known = new Map();
    /** By path. @type {Map<string, {usi: string, japanese: string}[]>} */
    this.legalMoves = new Map();
    /** @type {Set<import("./engine.js").Run>} */
    this.runs = new Set();
    /** The verdict on the problem. @type {any} */
    this.solution = undefined;
  }

  stop() {
    for (const one of this.runs) one.abort();
    this.runs.clear();
  }

  /** @param {Record<string, any>} request */
  async ask(request) {
    const one = run(request);
    this.runs.add(one);
    try {
      return await one.done;
    } finally {
      this.runs.delete(one);
    }
  }

  /** Solves the problem: its main line is what both sides play. */
  async solve() {
    const answer = await this.ask(this.app.request("solve", { time: settings.time, memory: settings.memory, rules: settings.rules }));
    this.solution = answer;
    if (answer.verdict === "mate") this.lines.push(lineOf(answer));
    return answer;
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
    return /** @type {{usi: string, japanese: string, check: boolean}[]} */ (moves);
  }

  /** The best move after a path: the shortest mate, or the longest resistance, or the way out. @param {string[]} path @returns {Promise<Best>} */
  async best(path) {
    const key = path.join(" ");
    const known = this.known.get(key);
    if (known) return known;
    const line = this.lines.find((one) => one.length >= path.length && path.every((move, i) => move === one[i]));
    if (line) return { move: line[path.length], verdict: "mate", plies: line.length - path.length };
    const answer = await this.ask(this.app.request("explain", { moves: path, time: TIME, memory: settings.memory, rules: settings.rules }));
    const defends = answer.side === "defender";
    // Futile interpositions do not prolong a game: with nothing else left, it is over.
    const real = answer.moves.filter((/** @type {any} */ move) => !move.futile);
    const chosen = real.find((/** @type {any} */ move) => move.move === answer.best) ?? (defends ? real[0] : undefined);
    if (answer.verdict === "mate" && chosen) this.lines.push([...path, ...lineOf(chosen)]);
    const best = {
      move: chosen?.move ?? (defends || answer.verdict === "mate" ? undefined : stubborn(answer)),
      verdict: answer.verdict,
      plies: answer.verdict === "mate" ? answer.rule_length ?? answer.length : undefined,
      refutation: answer.verdict === "nomate" ? (defends ? chosen?.refutation : undefined) : undefined,
    };
    this.known.set(key, best);
    return best;
  }
}

/** A check to go on with although nothing mates. @param {any} answer */
const stubborn = (answer) => answer.moves[0]?.move;
