// Judging: whether a problem is sound, and a list of faults, each of which can be shown on the board.

import { CertificateMaker } from "../certificate.js";
import { h } from "../dom.js";
import { t } from "../messages.js";
import { pieceName } from "../board.js";
import { handName, lastName, squareLabel } from "../names.js";
import { limits, settings } from "../settings.js";
import { moveList, stepper } from "../line.js";
import { checkBox, rulesChoice } from "../options.js";
import { Search } from "../search.js";
import { lineOf } from "./solve.js";

/** @typedef {import("../app.js").App} App */

export class JudgeView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** The report so far. @type {any} */
    this.report = undefined;
    /** The rules of the report. */
    this.rules = settings.rules;
    /** The intended length that the report is for. @type {number | undefined} */
    this.intended = undefined;
    /** The fault that is shown. @type {any} */
    this.chosen = undefined;
    this.search = new Search(app, { found: ({ answer }) => this.show(answer), done: (answer) => this.show(answer) });
    this.certificate = new CertificateMaker(app);
  }

  positionChanged() {
    this.search.reset();
    this.certificate.reset();
    this.report = this.chosen = undefined;
    if (this.app.name === "judge") this.start();
  }

  enter() {
    if ((!this.report && !this.search.running && !this.search.error) || this.rules !== settings.rules || this.intended !== this.app.intended) this.start();
    else if (this.report && !this.app.line.length) this.show(this.report);
  }

  start() {
    this.certificate.reset();
    this.report = this.chosen = undefined;
    this.rules = settings.rules;
    this.intended = this.app.intended;
    const { rules, strict, thorough, allow_two_plies } = settings;
    this.search.start(this.app.request("judge", { ...limits(), rules, strict, thorough, allow_two_plies, intended: this.intended }));
  }

  /** @param {any} report */
  show(report) {
    this.report = report;
    const line = lineOf(report);
    if (this.app.view === this && line.length && this.app.ply === 0 && !this.chosen) this.app.line = line;
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
    const { app, report, search } = this;
    const line = report ? lineOf(report) : [];
    // The panel may be drawn again between typing and leaving the field: then no change is reported.
    const again = () => { if (this.intended !== app.intended) this.start(); };
    return h("div", { class: "column" },
      h("div", { class: "verdict", role: "status", "aria-live": "polite" }, search.failure() ?? this.card()),
      h("div", { class: "actions" },
        ...search.buttons(h("button", { type: "button", "data-key": "again", onclick: () => this.start() }, t(report || search.error ? "judge_again" : "view_judge")),
          report && report.grade !== "unknown" && this.certificate.button(search.request)),
        rulesChoice(app, () => this.start()),
        h("label", { class: "field" }, h("span", {}, t("intended_length")),
          h("input", { id: "intended", type: "number", min: 1, max: 9999, step: 2, value: app.intended ?? "", oninput: (/** @type {Event} */ event) => { app.intended = Number(/** @type {HTMLInputElement} */ (event.target).value) || undefined; }, onchange: again, onblur: again })),
        checkBox("strict", t("strict"), () => this.start()),
        checkBox("thorough", t("thorough"), () => this.start()),
        checkBox("allow_two_plies", t("allow_two_plies"), () => this.start())),
      this.certificate.status(),
      search.figures(report),
      report && ["reasons", "flaws", "open", "remarks"].map((kind) => this.findings(kind)),
      report?.tries?.length > 1 && settledBars(report.tries),
      line.length > 0 && moveList(app, line));
  }

  card() {
    const { report, search } = this;
    if (!report) return h("p", { class: "searching" }, t(search.running ? "judging" : "not_searched"));
    // The grade does not depend on what counts as sound, the verdict does.
    const strict = report.grade === "flawed" && report.verdict === "unsound";
    const grade = strict ? "strict" : search.running && report.grade === "unknown" ? "running" : report.grade;
    const length = report.rule_length ?? report.length;
    const proved = (report.rule_length_status ?? report.length_status) === "minimal";
    return h("div", {},
      h("p", { class: `headline grade-${strict ? "unsound" : grade}` }, h("strong", {}, t(`grade_${grade}`)), length !== null && h("span", { class: "length" }, t(proved ? "plies" : "plies_at_most", { count: length }))),
      h("p", { class: "status" }, t(`grade_${grade}_note`, { flaws: report.flaws.length }),
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
