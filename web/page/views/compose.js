// Composing: repairs of the position on the board, steps back from it, and runs that make problems from nothing.

import { miniature } from "../diagram.js";
import { h } from "../dom.js";
import { number } from "../figures.js";
import { t } from "../messages.js";
import { Position } from "../position.js";
import { load, save, settings } from "../settings.js";
import { stepper } from "../line.js";
import { Search } from "../search.js";
import { radio } from "./setup.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {{sfen: string, length: number, moves: string[]}} Problem */

/** Problems that the browser keeps. */
const MOST_KEPT = 100;
const STRATEGIES = ["repair", "reverse", "shape-keeping", "random"];

export class ComposeView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.strategy = "repair";
    this.shortest = 3;
    this.longest = 11;
    this.strict = false;
    this.seed = 1;
    /** The gallery, which grows. @type {Problem[]} */
    this.problems = [];
    /** The attempt to go on from. @type {number | undefined} */
    this.next = undefined;
    /** What the gallery was made from, and how. @type {string | undefined} */
    this.origin = undefined;
    // A reload finds the gallery as it was, and can go on with it.
    Object.assign(this, load("gallery", {}));
    this.search = new Search(app, {
      found: ({ problem }) => this.take([problem]),
      done: (answer) => {
        this.next = answer.next ?? undefined;
        this.take(answer.problems ?? []);
      },
      draw: () => this.drawProgress(),
    });
    /** The problem of the gallery that is on the board. @type {number | undefined} */
    this.picked = undefined;
    /** @type {HTMLElement | undefined} */
    this.line = undefined;
  }

  /** @param {boolean} goOn */
  start(goOn) {
    const { app } = this;
    if (!goOn) {
      this.problems = [];
      this.next = undefined;
      this.picked = undefined;
      this.origin = this.strategy === "random" ? undefined : app.start.sfen();
    }
    this.search.start({
      command: "compose", lang: app.request("compose").lang, strategy: this.strategy, ...(this.origin ? { position: this.origin, hands: "written" } : {}),
      plies: `${Math.min(this.shortest, this.longest)}..${Math.max(this.shortest, this.longest)}`, count: 24, seed: this.seed, strict: this.strict || undefined,
      rules: settings.rules, time: 300, ...(this.next !== undefined ? { start: this.next } : {}),
    });
  }

  keep() {
    const { strategy, shortest, longest, strict, seed, problems, next, origin } = this;
    save("gallery", { strategy, shortest, longest, strict, seed, problems: problems.slice(-MOST_KEPT).map(({ sfen, length, moves }) => ({ sfen, length, moves })), next, origin });
  }

  /** @param {Problem[]} problems */
  take(problems) {
    for (const problem of problems) if (!this.problems.some((one) => one.sfen === problem.sfen)) this.problems.push(problem);
    this.keep();
  }

  /** Puts a problem of the gallery on the board. @param {number} index */
  pick(index) {
    const problem = this.problems[index];
    const position = Position.parse(problem.sfen);
    if (!position) return;
    this.picked = index;
    this.app.setFull(position, { line: problem.moves ?? [], ply: 0 });
  }

  under() {
    return this.app.line.length ? stepper(this.app) : undefined;
  }

  panel() {
    const { app, search } = this;
    const field = (/** @type {"shortest" | "longest" | "seed"} */ key) => h("label", { class: "field" }, h("span", {}, t(`compose_${key}`)),
      h("input", { id: `compose-${key}`, type: "number", min: 1, max: key === "seed" ? 1_000_000 : 99, value: this[key], onchange: (/** @type {Event} */ event) => { this[key] = Number(/** @type {HTMLInputElement} */ (event.target).value) || this[key]; this.next = undefined; } }));
    this.line = h("p", { class: "note", role: "status" });
    this.drawProgress();
    return h("div", { class: "column" },
      h("fieldset", { class: "strategies" }, h("legend", {}, t("strategy")),
        STRATEGIES.map((name) => radio("strategy", name, this.strategy === name, t(`strategy_${name}`), () => { this.strategy = name; this.next = undefined; app.render(); }))),
      h("p", { class: "note" }, t(`strategy_${this.strategy}_note`)),
      h("div", { class: "fields" }, field("shortest"), field("longest"), field("seed"),
        h("label", { class: "check" }, h("input", { type: "checkbox", id: "compose-strict", checked: this.strict, onchange: (/** @type {Event} */ event) => { this.strict = /** @type {HTMLInputElement} */ (event.target).checked; this.next = undefined; } }), h("span", {}, t("strict_compose")))),
      h("div", { class: "actions" },
        ...search.buttons(
          h("button", { type: "button", class: "primary", "data-key": "compose", onclick: () => this.start(false) }, t("compose_start")),
          this.next !== undefined && h("button", { type: "button", "data-key": "go-on", onclick: () => this.start(true) }, t("compose_go_on"))),
        this.picked !== undefined && h("button", { type: "button", "data-key": "judge-picked", onclick: () => app.go("judge") }, t("view_judge"))),
      search.failure(),
      this.line,
      h("div", { class: "gallery", role: "group", "aria-label": t("gallery") }, this.problems.map((problem, i) => {
        const position = Position.parse(problem.sfen);
        const label = t("length_plies", { count: problem.length });
        return position && h("button", { type: "button", "data-key": `work-${i}`, "aria-current": this.picked === i ? "true" : undefined, onclick: () => this.pick(i) },
          miniature(position, `${t("number", { count: i + 1 })} ${label}`), h("span", { "aria-hidden": "true" }, label));
      })));
  }

  drawProgress() {
    if (!this.line) return;
    const { search, problems } = this;
    const parts = [];
    if (search.running && search.ahead) parts.push(t("queued", { count: search.ahead }));
    else if (search.running) parts.push(t("composing", { count: number(search.progress?.nodes ?? 0) }));
    if (problems.length || search.running) parts.push(t("composed", { count: problems.length }));
    else if (this.next !== undefined) parts.push(t("composed_none"));
    this.line.textContent = parts.join(" ");
  }
}
