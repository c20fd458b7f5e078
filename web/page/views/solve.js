// Solving: the verdict first, then the line, then what becomes of every move.

import { h, unfold } from "../dom.js";
import { EngineError, run } from "../engine.js";
import { language, t } from "../messages.js";
import { handName, namesOf } from "../names.js";
import { plot, thin } from "../plot.js";
import { limits, settings } from "../settings.js";
import { explorer, Explanations } from "../explorer.js";
import { moveList, stepper } from "../line.js";
import { searchSettings } from "../options.js";

/** @typedef {import("../app.js").App} App */

export class SolveView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.explanations = new Explanations(app);
    /** @type {import("../engine.js").Run | undefined} */
    this.search = undefined;
    /** The answer so far. @type {any} */
    this.answer = undefined;
    /** @type {string | undefined} */
    this.error = undefined;
    /** The rules of the answer. */
    this.rules = settings.rules;
    this.ahead = 0;
    /** @type {any} */
    this.progress = undefined;
    /** @type {import("../plot.js").Sample[]} */
    this.samples = [];
    /** Finished searches of this position, to compare algorithms. @type {any[]} */
    this.runs = [];
    /** @type {HTMLElement | undefined} */
    this.figures = undefined;
  }

  reset() {
    this.search?.abort();
    this.search = undefined;
    this.answer = undefined;
    this.error = undefined;
    this.runs = [];
    this.samples = [];
    this.explanations.reset();
  }

  positionChanged() {
    this.reset();
    if (this.app.name === "solve") this.start();
  }

  enter() {
    if ((!this.answer && !this.search && !this.error) || this.rules !== settings.rules) this.start();
  }

  stepped() {
    this.explain();
  }

  start() {
    this.search?.abort();
    this.answer = undefined;
    this.error = undefined;
    this.samples = [];
    this.progress = undefined;
    this.ahead = 0;
    if (this.rules !== settings.rules) this.explanations.reset();
    this.rules = settings.rules;
    const { app } = this;
    const request = app.request("solve", { ...limits(), algorithm: settings.algorithm, rules: settings.rules, first: settings.first || undefined });
    const search = run(request, (event) => this.event(search, event));
    this.search = search;
    search.done.then(
      (answer) => {
        if (this.search !== search) return;
        this.search = undefined;
        this.runs = [...this.runs.filter((run) => run.algorithm !== answer.algorithm), answer];
        this.show(answer);
        this.explain();
      },
      (error) => {
        if (this.search !== search || (error instanceof EngineError && error.kind === "aborted")) return;
        this.search = undefined;
        this.error = error instanceof EngineError && error.kind === "offline" ? t("offline_search") : error.message;
        app.render();
      });
    app.render();
  }

  /** @param {import("../engine.js").Run} search @param {import("../engine.js").Event} event */
  event(search, event) {
    if (this.search !== search) return;
    if (event.event === "queued") this.ahead = event.ahead;
    if (event.event === "started") this.ahead = 0;
    if (event.event === "found") return this.show(event.answer);
    if (event.event === "progress") {
      this.progress = event;
      this.samples = thin([...this.samples, { seconds: event.seconds, pn: event.pn, dn: event.dn }]);
    }
    this.drawFigures();
  }

  /** @param {any} answer */
  show(answer) {
    const { app } = this;
    this.answer = answer;
    const line = lineOf(answer);
    // A line that came with the address stays on the board as long as it is one that the reader looks at.
    if (line.length && !app.line.length) app.line = line;
    else if (line.length && app.ply === 0) app.line = line;
    app.writeAddress();
    app.render();
  }

  /** Asks about the moves of the position on the board. */
  explain() {
    if (this.answer && !this.search && this.app.name === "solve") this.explanations.want(this.app.line.slice(0, this.app.ply));
  }

  under() {
    return stepper(this.app, this.answer ? lineOf(this.answer) : undefined);
  }

  panel() {
    const { app, answer, search, error } = this;
    this.figures = h("div", { class: "figures" });
    this.drawFigures();
    const line = answer ? lineOf(answer) : [];
    return h("div", { class: "column" },
      h("div", { class: "verdict", role: "status", "aria-live": "polite" }, error ? h("p", { class: "remark bad" }, error) : verdictCard(answer, Boolean(search))),
      h("div", { class: "actions" },
        search
          ? h("button", { type: "button", class: "primary", "data-key": "stop", onclick: () => search.stop() }, t("stop"))
          : h("button", { type: "button", "data-key": "again", onclick: () => this.start() }, t(answer || error ? "solve_again" : "view_solve"))),
      this.figures,
      line.length > 0 && moveList(app, line),
      answer?.futile?.length > 0 && futileList(app, answer),
      explorer(app, this.explanations),
      searchSettings(app, () => this.start()),
      this.runs.length > 1 && comparison(this.runs));
  }

  drawFigures() {
    if (!this.figures) return;
    const { progress, search, answer } = this;
    if (search && this.ahead > 0) {
      this.figures.replaceChildren(h("p", { class: "note" }, t("queued", { count: this.ahead })));
    } else if (search) {
      this.figures.replaceChildren(figures(progress ?? {}), ...(this.samples.length > 1 ? [plotted(this.samples)] : []));
    } else if (answer) {
      const summary = t("searched", { nodes: number(answer.nodes), seconds: seconds(answer.wall_seconds) });
      this.figures.replaceChildren(this.samples.length > 2
        ? unfold("plot", summary, () => plotted(this.samples))
        : h("p", { class: "note" }, summary));
    } else this.figures.replaceChildren();
  }
}

/** The line that an answer shows: by the rules, if there is one. @param {any} answer @returns {string[]} */
export const lineOf = (answer) => (answer.rule_moves?.length ? answer.rule_moves : answer.moves) ?? [];

/** @param {import("../plot.js").Sample[]} samples */
function plotted(samples) {
  const last = samples.at(-1);
  return h("figure", { class: "plotted" }, plot(samples),
    h("figcaption", {}, h("span", { class: "pn" }, `${t("pn")} ${big(last?.pn)}`), h("span", { class: "dn" }, `${t("dn")} ${big(last?.dn)}`)));
}

/** @param {any} progress */
export function figures(progress) {
  const item = (/** @type {string} */ key, /** @type {string} */ value) => h("div", {}, h("dt", {}, t(key)), h("dd", {}, value));
  return h("dl", { class: "live" },
    item("time", seconds(progress.seconds ?? 0)), item("nodes", number(progress.nodes ?? 0)), item("rate", progress.rate ? `${number(progress.rate)}/s` : "–"),
    item("table", progress.table !== undefined && progress.table !== null ? percent(progress.table) : "–"));
}

/** @param {number} value */
const percent = (value) => `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %`;
/** @param {number | undefined | null} value */
export const number = (value) => (value === undefined || value === null ? "–" : Math.round(value).toLocaleString(language() === "ja" ? "ja" : "en"));
/** @param {number | undefined | null} value */
const big = (value) => (value === undefined || value === null ? "∞" : number(value));
/** @param {number | undefined} value */
export const seconds = (value) => t("seconds", { count: value === undefined ? "–" : value < 10 ? value.toFixed(1) : Math.round(value) });

/** The verdict in large letters. @param {any} answer @param {boolean} searching */
export function verdictCard(answer, searching) {
  if (!answer) return searching ? h("p", { class: "searching" }, t("searching")) : h("p", { class: "searching" }, t("not_searched"));
  const proved = (answer.rule_length ?? answer.length) !== null && (answer.rule_length !== null ? answer.rule_length_status : answer.length_status) === "minimal";
  if (answer.verdict === "mate") {
    const length = answer.rule_length ?? answer.length;
    const leftover = answer.rule_leftover ?? answer.leftover;
    return h("div", {},
      h("p", { class: "headline" }, h("strong", {}, t("mate")), h("span", { class: "length" }, t(proved ? "plies" : "plies_at_most", { count: length }))),
      h("p", { class: "status" },
        t(proved ? "proved_shortest" : searching ? "looking_for_shorter" : "shorter_possible"),
        answer.rule_length !== null && answer.length !== null && answer.rule_length !== answer.length && h("span", {}, t("with_interpositions", { count: answer.length })),
        leftover ? h("span", {}, t("leftover", { pieces: handName(leftover) })) : null));
  }
  if (answer.verdict === "nomate") return h("div", {}, h("p", { class: "headline" }, h("strong", {}, t("no_mate"))), h("p", { class: "status" }, t("no_mate_proved")));
  return h("div", {}, h("p", { class: "headline open" }, h("strong", {}, t(searching ? "searching" : "unknown"))), h("p", { class: "status" }, t("no_mate_so_far"), !searching && answer.stop_reason && h("span", {}, t(`stopped_${answer.stop_reason.replaceAll(" ", "_")}`))));
}

/** @param {App} app @param {any} answer */
function futileList(app, answer) {
  const line = lineOf(answer);
  return unfold("futile", t("futile_along", { count: answer.futile.length }), () =>
    h("ul", { class: "rows" }, answer.futile.slice(0, 200).map((/** @type {any} */ one) => {
      const path = [...line.slice(0, one.ply - 1), one.move];
      return h("li", {}, h("button", { type: "button", class: "row", onclick: () => app.follow(path, path.length) },
        h("span", { class: "ply" }, one.ply), h("span", { class: "name" }, namesOf(app.start, path).at(-1)), h("span", { class: "fate" }, t(`futile_${one.reason.replaceAll(" ", "_")}`))));
    })));
}

/** Searches of one position beside each other. @param {any[]} runs */
function comparison(runs) {
  return h("table", { class: "runs" }, h("caption", {}, t("compare_runs")),
    h("thead", {}, h("tr", {}, ["algorithm", "verdict", "nodes", "time"].map((key) => h("th", { scope: "col" }, t(key))))),
    h("tbody", {}, runs.map((run) => h("tr", {}, h("th", { scope: "row" }, run.algorithm),
      h("td", {}, run.verdict === "mate" ? t("plies", { count: run.rule_length ?? run.length }) : t(run.verdict === "nomate" ? "no_mate" : "unknown")),
      h("td", {}, number(run.nodes)), h("td", {}, seconds(run.wall_seconds))))));
}
