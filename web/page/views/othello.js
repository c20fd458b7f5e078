// Othello on boards of 4, 6 and 8 squares.

import { h } from "../dom.js";
import { t } from "../messages.js";
import { StoneBoard } from "../stones.js";
import { StoneGame } from "./stone-game.js";

/** @typedef {import("../stones.js").Side} Side */

/** Positions to begin with, rank by rank from the lowest. */
const EXAMPLES = [
  ["6×6, 18", "-XXX---OXX---OOXO--OXOOO--XX-----X-- X"],
  ["4×4", "-----OX--XO----- X"],
  ["FFO 1", "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"],
];

export class OthelloView extends StoneGame {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    super(app);
    this.size = 6;
    this.least = 1;
    this.readText(EXAMPLES[0][1]);
  }

  /** @param {Record<string, string>} params */
  enter(params) {
    if (params.least && Number.isInteger(Number(params.least))) this.least = Number(params.least);
    if (params.position && !this.readText(params.position)) this.app.toast(t("bad_address"));
  }

  params() {
    return { position: this.text(), least: this.least === 1 ? "" : String(this.least) };
  }

  // The text goes from the lowest rank up; the board is drawn from the upper left, with rank 1 at the top, as is usual.
  text() {
    return `${this.stones.map((stone) => stone ?? "-").join("")} ${this.turn}`;
  }

  /** @param {string} text */
  readText(text) {
    const [squares, turn] = text.split(/\s+/);
    const size = Math.sqrt(squares?.length ?? 0);
    if (![4, 6, 8].includes(size) || !/^[XO-]+$/.test(squares) || !/^[XO]$/.test(turn ?? "")) return false;
    this.stones = [...squares].map((stone) => (stone === "-" ? null : /** @type {Side} */ (stone)));
    this.turn = /** @type {Side} */ (turn);
    if (size !== this.size || !this.board) {
      this.size = size;
      this.board = undefined;
    }
    return true;
  }

  request() {
    return { command: "othello", game: `othello${this.size}`, position: this.text(), at_least: this.least };
  }

  /** The number of the lowest file and rank: small boards are the middle of the large one. */
  get first() {
    return (8 - this.size) / 2;
  }

  /** @param {number} cell */
  name(cell) {
    return `${"abcdefgh"[this.first + (cell % this.size)]}${this.first + Math.floor(cell / this.size) + 1}`;
  }

  draw() {
    this.board ??= new StoneBoard({ size: this.size, crossings: false, first: this.first, down: true, name: (cell) => this.name(cell), press: (cell) => this.press(cell) });
    this.holder = this.board.element;
    const { stones, last } = this.shown();
    this.board.show({ stones, last: new Set([last]) });
  }
  /** @type {StoneBoard | undefined} */
  board = undefined;

  /** The discs after the moves that are shown, and where the last was put. */
  shown() {
    let stones = [...this.stones];
    let turn = this.turn;
    let last = -1;
    for (const move of (this.answer?.moves ?? []).slice(0, this.ply)) {
      if (move !== "pass") {
        last = this.cellAt(move);
        stones = this.played(stones, last, turn);
      }
      turn = turn === "X" ? "O" : "X";
    }
    return { stones, last };
  }

  /** @param {string} move */
  cellAt(move) {
    return (Number(move.slice(1)) - 1 - this.first) * this.size + "abcdefgh".indexOf(move[0]) - this.first;
  }

  /** A disc is put, and those between are turned. @param {(Side | null)[]} stones @param {number} cell @param {Side} side */
  played(stones, cell, side) {
    const after = [...stones];
    const { size } = this;
    after[cell] = side;
    for (const [dx, dy] of [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]]) {
      const between = [];
      for (let x = (cell % size) + dx, y = Math.floor(cell / size) + dy; x >= 0 && x < size && y >= 0 && y < size; x += dx, y += dy) {
        const there = stones[y * size + x];
        if (!there) break;
        if (there === side) {
          for (const one of between) after[one] = side;
          break;
        }
        between.push(y * size + x);
      }
    }
    return after;
  }

  panel() {
    const { answer, search } = this;
    const side = t(this.turn === "X" ? "side_X" : "side_O");
    const { stones } = this.shown();
    const count = (/** @type {Side} */ color) => stones.filter((stone) => stone === color).length;
    const card = answer
      ? h("div", {}, h("p", { class: "headline" }, h("strong", {}, answer.verdict === "proven" ? t("othello_wins", { side }) : answer.verdict === "disproven" ? t("othello_not", { side }) : t("unknown"))),
        h("p", { class: "status" }, t(answer.verdict === "unknown" ? "othello_open" : "othello_by", { count: this.least }), h("span", {}, t("discs", { black: count("X"), white: count("O") }))))
      : h("p", { class: "searching" }, t(search.running ? "searching" : "othello_note"));
    return this.layout(card, this.moves(),
      h("div", { class: "fields" },
        h("label", { class: "field" }, h("span", {}, t("at_least")), h("input", { id: "least", type: "number", min: -64, max: 64, value: this.least, onchange: (/** @type {Event} */ event) => { this.least = Number(/** @type {HTMLInputElement} */ (event.target).value); this.changed(); } })),
        h("label", { class: "field" }, h("span", {}, t("example")), h("select", { id: "example", onchange: (/** @type {Event} */ event) => { if (this.readText(/** @type {HTMLSelectElement} */ (event.target).value)) this.changed(); } },
          h("option", { value: "" }, "–"), EXAMPLES.map(([name, text]) => h("option", { value: text, selected: text === this.text() }, name))))));
  }
}
