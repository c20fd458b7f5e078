// What the views of Othello and Connect6 share: a board to set up, a search, a line to step through.

import { h } from "../dom.js";
import { language, t } from "../messages.js";
import { Search } from "../search.js";
import { limits } from "../settings.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../stones.js").Side} Side */

export class StoneGame {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** What a press puts. @type {Side | null} */
    this.tool = "X";
    /** Who is to move. @type {Side} */
    this.turn = "X";
    /** From the upper left. @type {(Side | null)[]} */
    this.stones = [];
    /** @type {any} */
    this.answer = undefined;
    this.search = new Search(app, { done: (answer) => { this.answer = answer; } });
    this.ply = 0;
    /** @type {HTMLElement | undefined} */
    this.holder = undefined;
  }

  /** The text of the position. @returns {string} */
  text() { throw new Error("each game has its own text"); }
  /** Reads a text. @param {string} _text @returns {boolean} */
  readText(_text) { throw new Error("each game has its own text"); }
  /** @returns {Record<string, any>} */
  request() { throw new Error("each game has its own request"); }
  /** Draws the board. */
  draw() {}

  /** The position was changed. */
  changed() {
    this.search.reset();
    this.answer = undefined;
    this.ply = 0;
    this.app.changedView();
  }

  /** @param {number} cell */
  press(cell) {
    if (this.ply) return this.step(0);
    this.stones[cell] = this.stones[cell] === this.tool ? null : this.tool;
    this.changed();
  }

  /** @param {number} ply */
  step(ply) {
    this.ply = Math.max(0, Math.min(ply, this.answer?.moves?.length ?? 0));
    this.app.changedView();
  }

  start() {
    this.answer = undefined;
    this.ply = 0;
    this.search.start({ ...this.request(), ...limits(), lang: language() });
  }

  stage() {
    this.draw();
    const all = this.answer?.moves?.length ?? 0;
    const button = (/** @type {string} */ label, /** @type {string} */ key, /** @type {number} */ ply, /** @type {boolean} */ off) =>
      h("button", { type: "button", class: "square", "data-key": key, "aria-label": t(key), title: t(key), disabled: off, onclick: () => this.step(ply) }, label);
    return h("div", { class: "stone-stage" }, this.holder,
      h("div", { class: "stepper", role: "group", "aria-label": t("stepper") },
        button("«", "step_first", 0, !this.ply), button("‹", "step_back", this.ply - 1, !this.ply), h("span", { class: "count" }, `${this.ply} / ${all}`),
        button("›", "step_on", this.ply + 1, this.ply >= all), button("»", "step_last", all, this.ply >= all)));
  }

  /** @param {string} key */
  key(key) {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return false;
    this.step(this.ply + (key === "ArrowLeft" ? -1 : 1));
    return true;
  }

  /** Verdict, buttons, tools. @param {Node} card @param {...Node} more */
  layout(card, ...more) {
    const { search, app } = this;
    const tool = (/** @type {Side | null} */ side, /** @type {string} */ key) => h("label", {}, h("input", { type: "radio", name: "tool", id: `tool-${key}`, checked: this.tool === side, onchange: () => { this.tool = side; } }), h("span", {}, t(key)));
    const turn = (/** @type {Side} */ side, /** @type {string} */ key) => h("label", {}, h("input", { type: "radio", name: "to-move", id: `to-move-${key}`, checked: this.turn === side, onchange: () => { this.turn = side; this.changed(); } }), h("span", {}, t(key)));
    const field = h("textarea", { id: "stone-text", rows: 3, spellcheck: "false", "aria-label": t("position_text") }, this.text());
    return h("div", { class: "column" },
      h("div", { class: "verdict", role: "status", "aria-live": "polite" }, search.failure() ?? card),
      h("div", { class: "actions" },
        ...search.buttons(h("button", { type: "button", class: "primary", "data-key": "solve", onclick: () => this.start() }, t("view_solve"))),
        h("button", { type: "button", "data-key": "clear", onclick: () => { this.stones = this.stones.map(() => null); this.changed(); } }, t("clear"))),
      search.figures(this.answer), ...more,
      h("fieldset", {}, h("legend", {}, t("press_puts")), tool("X", "black_stone"), tool("O", "white_stone"), tool(null, "no_stone")),
      h("fieldset", {}, h("legend", {}, t("side_to_move")), turn("X", "side_X"), turn("O", "side_O")),
      h("h2", {}, t("position_text")), field,
      h("div", { class: "actions" }, h("button", { type: "button", "data-key": "read-stones", onclick: () => (this.readText(field.value.trim()) ? this.changed() : app.toast(t("not_read"))) }, t("read"))));
  }

  /** The moves of the line. */
  moves() {
    const moves = /** @type {string[]} */ (this.answer?.moves ?? []);
    return h("ol", { class: "moves", "aria-label": t("main_line") }, moves.map((move, i) =>
      h("li", {}, h("button", { type: "button", "data-key": `ply-${i + 1}`, "aria-current": this.ply === i + 1 ? "step" : undefined, onclick: () => this.step(i + 1) }, h("span", { class: "ply" }, i + 1), move))));
  }

  positionChanged() {}
}
