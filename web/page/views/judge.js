// Judging: whether a problem is sound, and every fault a press away from its position on the board.

import { download, h } from "../dom.js";
import { EngineError, run } from "../engine.js";
import { t } from "../messages.js";
import { pieceName } from "../board.js";
import { handName, lastName, squareLabel } from "../names.js";
import { limits, set, settings } from "../settings.js";
import { moveList, stepper } from "../line.js";
import { rulesChoice } from "../options.js";
import { figures, lineOf, number, seconds } from "./solve.js";

/** @typedef {import("../app.js").App} App */

export class JudgeView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {import("../engine.js").Run | undefined} */
    this.search = undefined;
    /** The report so far. @type {any} */
    this.report = undefined;
    /** @type {string | undefined} */
    this.error = undefined;
    /** @type {any} */
    this.progress = undefined;
    this.ahead = 0;
    /** The rules of the report. */
    this.rules = settings.rules;
    /** The fault that is shown. @type {any} */
    this.chosen = undefined;
    /** @type {HTMLElement | undefined} */
    this.figures = undefined;
  }

  positionChanged() {
    this.search?.abort();
    this.search = this.report = this.error = this.chosen = undefined;
    if (this.app.name === "judge") this.start();
  }

  enter() {
    if ((!this.report && !this.search && !this.error) || this.rules !== settings.rules) this.start();
  }

  start() {
    this.search?.abort();
    this.report = this.error = this.chosen = this.progress = undefined;
    this.ahead = 0;
    this.rules = settings.rules;
    const { app } = this;
    const search = run(app.request("judge", { ...limits(), rules: settings.rules, strict: settings.strict || undefined }), (event) => {
      if (this.search !== search) return;
      if (event.event === "queued") this.ahead = event.ahead;
      if (event.event === "started") this.ahead = 0;
      if (event.event === "progress") this.progress = event;
      if (event.event === "report" || event.event === "found") this.show(event.answer);
      else this.drawFigures();
    });
    this.search = search;
    search.done.then((answer) => {
      if (this.search !== search) return;
      this.search = undefined;
      this.show(answer);
    }, (error) => {
      if (this.search !== search || (error instanceof EngineError && error.kind === "aborted")) return;
      this.search = undefined;
      this.error = error instanceof EngineError && error.kind === "offline" ? t("offline_search") : error.message;
      app.render();
    });
    app.render();
  }

  /** @param {any} report */
  show(report) {
    this.report = report;
    const line = lineOf(report);
    if (line.length && this.app.ply === 0 && !this.chosen) this.app.line = line;
    this.app.writeAddress();
    this.app.render();
  }

  /** Shows a fault on the board. @param {any} finding */
  choose(finding) {
    this.chosen = finding;
    const main = lineOf(this.report);
    if (finding.square) this.app.follow(main, 0);
    else if (finding.ply) {
      const prefix = main.slice(0, finding.ply - 1);
      const rest = finding.line?.length ? finding.line : finding.move ? [finding.move] : [];
      this.app.follow(rest.length ? [...prefix, ...rest] : main, rest.length ? finding.ply : main.length);
    } else this.app.follow(finding.line ?? main, 0);
  }

  marks() {
    return this.chosen?.square && this.app.ply === 0 ? { marks: [this.chosen.square] } : {};
  }

  under() {
    return stepper(this.app, this.report ? lineOf(this.report) : undefined);
  }

  panel() {
    const { app, report, search, error } = this;
    this.figures = h("div", { class: "figures" });
    this.drawFigures();
    const line = report ? lineOf(report) : [];
    return h("div", { class: "column" },
      h("div", { class: "verdict", role: "status", "aria-live": "polite" }, error ? h("p", { class: "remark bad" }, error) : this.card()),
      h("div", { class: "actions" },
        search
          ? h("button", { type: "button", class: "primary", "data-key": "stop", onclick: () => search.stop() }, t("stop"))
          : h("button", { type: "button", "data-key": "again", onclick: () => this.start() }, t(report || error ? "judge_again" : "view_judge")),
        rulesChoice(app, () => this.start()),
        h("label", { class: "check" }, h("input", { type: "checkbox", id: "strict", checked: settings.strict, onchange: (/** @type {Event} */ event) => { set({ strict: /** @type {HTMLInputElement} */ (event.target).checked }); this.start(); } }), h("span", {}, t("strict"))),
        app.info?.abilities?.includes("certificate") && report && !search && h("button", { type: "button", "data-key": "certificate", onclick: () => this.certificate() }, t("certificate"))),
      this.figures,
      report && ["reasons", "flaws", "open", "remarks"].map((kind) => this.findings(kind)),
      report?.tries?.length > 1 && settledBars(report.tries),
      line.length > 0 && moveList(app, line));
  }

  card() {
    const { report, search } = this;
    if (!report) return h("p", { class: "searching" }, t(search ? "judging" : "not_searched"));
    const grade = search && report.grade === "unknown" ? "running" : report.grade;
    const length = report.rule_length ?? report.length;
    const proved = (report.rule_length_status ?? report.length_status) === "minimal";
    return h("div", {},
      h("p", { class: `headline grade-${grade}` }, h("strong", {}, t(`grade_${grade}`)), length !== null && h("span", { class: "length" }, t(proved ? "plies" : "plies_at_most", { count: length }))),
      h("p", { class: "status" }, t(`grade_${grade}_note`),
        report.length !== null && report.rule_length !== null && report.length !== report.rule_length && h("span", {}, t("with_interpositions", { count: report.length }))));
  }

  /** @param {string} kind */
  findings(kind) {
    const list = /** @type {any[]} */ (this.report[kind] ?? []);
    if (!list.length) return undefined;
    return h("section", { class: `findings ${kind}` }, h("h2", {}, t(`findings_${kind}`), h("span", { class: "quantity" }, list.length)),
      h("ul", { class: "rows" }, list.map((finding, i) => h("li", {},
        h("button", { type: "button", class: "row", "data-key": `${kind}-${i}`, "aria-current": finding === this.chosen ? "true" : undefined, onclick: () => this.choose(finding) },
          h("span", { class: "ply" }, finding.ply ?? ""), h("span", { class: "name" }, t(`kind_${finding.kind}`)), h("span", { class: "fate" }, this.words(finding)))))));
  }

  /** @param {any} finding */
  words(finding) {
    const main = lineOf(this.report);
    const parts = [];
    if (finding.move && finding.ply) parts.push(lastName(this.app.start, [...main.slice(0, finding.ply - 1), finding.move]));
    if (finding.length) parts.push(t("mate_in", { count: finding.length }));
    if (finding.hand) parts.push(handName(finding.hand));
    if (finding.piece) parts.push(pieceName(finding.piece));
    if (finding.square) parts.push(squareLabel(finding.square));
    if (finding.intended) parts.push(t("intended", { count: finding.intended }));
    return parts.join(" · ");
  }

  drawFigures() {
    if (!this.figures) return;
    const { report, search } = this;
    if (search && this.ahead > 0) this.figures.replaceChildren(h("p", { class: "note" }, t("queued", { count: this.ahead })));
    else if (search) this.figures.replaceChildren(figures(this.progress ?? {}));
    else if (report) this.figures.replaceChildren(h("p", { class: "note" }, t("searched", { nodes: number(report.nodes), seconds: seconds(report.wall_seconds) })));
    else this.figures.replaceChildren();
  }

  async certificate() {
    const { app } = this;
    try {
      const answer = await run(app.request("judge", { ...limits(), rules: settings.rules, certificate: true })).done;
      download("certificate.json", new Blob([typeof answer.certificate === "string" ? answer.certificate : JSON.stringify(answer.certificate)]));
    } catch (error) {
      app.toast(String(error instanceof Error ? error.message : error));
    }
  }
}

/** How many other checks are settled at each move of the attacker. @param {{ply: number, tries: number, settled: number}[]} tries */
function settledBars(tries) {
  const all = tries.reduce((sum, one) => sum + one.tries, 0);
  const settled = tries.reduce((sum, one) => sum + one.settled, 0);
  return h("section", { class: "settled" }, h("h2", {}, t("tries_settled", { settled, all })),
    h("div", { class: "bars", role: "img", "aria-label": t("tries_settled", { settled, all }) }, tries.map((one) => {
      const bar = h("span", { title: `${one.ply}: ${one.settled} / ${one.tries}` }, h("i", {}));
      const fill = /** @type {HTMLElement} */ (bar.firstChild);
      fill.style.height = `${one.tries ? (100 * one.settled) / one.tries : 100}%`;
      return bar;
    })));
}
