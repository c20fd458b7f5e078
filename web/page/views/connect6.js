// Connect6: wins by threats, with the cells that the proof depends on shaded.

import { h } from "../dom.js";
import { t } from "../messages.js";
import { StoneBoard } from "../stones.js";
import { StoneGame } from "./stone-game.js";

/** @typedef {import("../stones.js").Side} Side */

const LETTERS = "abcdefghijklmnopqrs";
const EXAMPLES = [
  ["LG2097415", "B:e12,f12,f13,g12,h15,h16,i15,i9,j10,j11,j12,j14,j8,k13,k7 W:e14,f11,g11,g17,h12,h14,i11,j13,j15,j7,k10,k11,k12,k9,l12,l6 B"],
  ["LG1960202", "B:f9,g12,g8,h10,h12,h7,i11,j10,j12,k10,k4,l13,l9,m6,n7 W:g9,h9,i10,i7,i9,j11,j7,j9,k12,k6,k7,k8,k9,l7 W"],
];

export class Connect6View extends StoneGame {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    super(app);
    this.size = 19;
    this.attack = "best:20";
    this.stones = Array(this.size * this.size).fill(null);
    /** The examples as this board writes them. */
    this.examples = EXAMPLES.map(([name, text]) => (this.readText(text) ? [name, this.text()] : [name, text]));
    this.readText(EXAMPLES[0][1]);
  }

  /** @param {Record<string, string>} params */
  enter(params) {
    if (params.position && !this.readText(params.position)) this.app.toast(t("bad_address"));
  }

  params() {
    return { position: this.text() };
  }

  /** @param {number} cell from the upper left */
  name(cell) {
    return `${LETTERS[cell % this.size]}${this.size - Math.floor(cell / this.size)}`;
  }

  /** @param {string} name */
  cellAt(name) {
    return (this.size - Number(name.slice(1))) * this.size + LETTERS.indexOf(name[0]);
  }

  text() {
    const of = (/** @type {Side} */ side) => this.stones.map((stone, cell) => (stone === side ? this.name(cell) : "")).filter(Boolean).join(",");
    return `B:${of("X")} W:${of("O")} ${this.turn === "X" ? "B" : "W"}`;
  }

  /** @param {string} text */
  readText(text) {
    const match = text.match(/^B:(\S*)\s+W:(\S*)\s+([BW])$/);
    if (!match) return false;
    const stones = /** @type {(Side | null)[]} */ (Array(this.size * this.size).fill(null));
    for (const [list, side] of /** @type {[string, Side][]} */ ([[match[1], "X"], [match[2], "O"]])) {
      for (const name of list.split(",").filter(Boolean)) {
        if (!/^[a-s]\d{1,2}$/.test(name) || Number(name.slice(1)) < 1 || Number(name.slice(1)) > this.size) return false;
        stones[this.cellAt(name)] = side;
      }
    }
    this.stones = stones;
    this.turn = match[3] === "B" ? "X" : "O";
    return true;
  }

  request() {
    return { command: "connect6", position: this.text(), size: this.size, attack: this.attack };
  }

  draw() {
    this.board ??= new StoneBoard({ size: this.size, crossings: true, name: (cell) => this.name(cell), press: (cell) => this.press(cell) });
    this.holder = this.board.element;
    const stones = [...this.stones];
    const numbers = new Map();
    let turn = this.turn;
    (this.answer?.moves ?? []).slice(0, this.ply).forEach((/** @type {string} */ move, /** @type {number} */ i) => {
      for (const name of move.match(/[a-s]\d+/g) ?? []) {
        stones[this.cellAt(name)] = turn;
        numbers.set(this.cellAt(name), i + 1);
      }
      turn = turn === "X" ? "O" : "X";
    });
    this.board.show({ stones, numbers, zone: new Set((this.answer?.zone ?? []).map((/** @type {string} */ name) => this.cellAt(name))) });
  }
  /** @type {StoneBoard | undefined} */
  board = undefined;

  panel() {
    const { answer, search } = this;
    const side = t(this.turn === "X" ? "side_X" : "side_O");
    const card = answer
      ? h("div", {}, h("p", { class: "headline" }, h("strong", {}, answer.verdict === "proven" ? t("connect6_wins", { side }) : answer.verdict === "disproven" ? t("connect6_not", { side }) : t("unknown"))),
        h("p", { class: "status" }, answer.verdict === "proven" ? t("connect6_zone", { count: answer.zone?.length ?? 0 }) : t("connect6_open")))
      : h("p", { class: "searching" }, t(search.running ? "searching" : "connect6_note"));
    return this.layout(card, this.moves(),
      h("div", { class: "fields" },
        h("label", { class: "field" }, h("span", {}, t("attack")), h("select", { id: "attack", onchange: (/** @type {Event} */ event) => { this.attack = /** @type {HTMLSelectElement} */ (event.target).value; this.changed(); } },
          ["double-threats", "threats", "best:20", "all"].map((name) => h("option", { value: name, selected: name === this.attack }, t(`attack_${name}`))))),
        h("label", { class: "field" }, h("span", {}, t("example")), h("select", { id: "example", onchange: (/** @type {Event} */ event) => { if (this.readText(/** @type {HTMLSelectElement} */ (event.target).value)) this.changed(); } },
          h("option", { value: "" }, "–"), this.examples.map(([name, text]) => h("option", { value: text, selected: text === this.text() }, name))))));
  }
}
