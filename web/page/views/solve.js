// Solving: the verdict first, then the line, then what becomes of every move.

import { CertificateMaker } from "../certificate.js";
import { h, unfold } from "../dom.js";
import { big, number, searched, seconds } from "../figures.js";
import { t } from "../messages.js";
import { handName, namesOf } from "../names.js";
import { plot, thin } from "../plot.js";
import { limits, settings } from "../settings.js";
import { explorer, Explanations } from "../explorer.js";
import { moveList, stepper } from "../line.js";
import { searchSettings } from "../options.js";
import { Search } from "../search.js";

/** @typedef {import("../app.js").App} App */

export class SolveView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.explanations = new Explanations(app);
    /** The answer so far. @type {any} */
    this.answer = undefined;
    /** The rules of the answer. */
    this.rules = settings.rules;
    /** @type {import("../plot.js").Sample[]} */
    this.samples = [];
    /** Finished searches of this position, to compare algorithms. @type {any[]} */
    this.runs = [];
    this.search = new Search(app, {
      found: ({ answer }) => this.show(answer),
      progress: ({ seconds, pn, dn }) => { this.samples = thin([...this.samples, { seconds, pn, dn }]); },
      done: (answer, own) => {
        this.runs = [...this.runs.filter((run) => run.algorithm !== own.algorithm), own];
        this.show(answer);
        this.explain();
      },
    });
    this.certificate = new CertificateMaker(app);
  }

  reset() {
    this.search.reset();
    this.certificate.reset();
    this.answer = undefined;
    this.runs = [];
    this.samples = [];
    this.explanations.reset();
  }

  positionChanged() {
    this.reset();
    if (this.app.name === "solve") this.start();
  }

  enter() {
    if ((!this.answer && !this.search.running && !this.search.error) || this.rules !== settings.rules) this.start();
    else if (this.answer && !this.app.line.length) this.show(this.answer);
  }

  stepped() {
    this.explain();
  }

  start() {
    this.certificate.reset();
    this.answer = undefined;
    this.samples = [];
    if (this.rules !== settings.rules) this.explanations.reset();
    this.rules = settings.rules;
    this.search.start(this.app.request("solve", { ...limits(), algorithm: settings.algorithm, rules: settings.rules, first: settings.first || undefined }));
  }

  /** @param {any} answer */
  show(answer) {
    const { app } = this;
    const [before, line] = [this.answer && lineOf(this.answer).join(" "), lineOf(answer)];
    this.answer = answer;
    // A search goes on while another view is shown, which has its own line.
    if (app.view !== this) return;
    // A line that came with the address stays on the board as long as it is one that the reader looks at; a line of this search gives way to a better one.
    const givesWay = app.line.join(" ") === before && app.line.slice(0, app.ply).every((move, i) => move === line[i]);
    if (line.length && (app.ply === 0 || givesWay)) app.line = line;
  }

  /** Asks about the moves of the position on the board. */
  explain() {
    if (this.answer && !this.search.running && this.app.name === "solve") this.explanations.want(this.app.line.slice(0, this.app.ply));
  }

  under() {
    return stepper(this.app, this.answer ? lineOf(this.answer) : undefined);
  }

  panel() {
    const { app, answer, search } = this;
    const plots = () => (this.samples.length > 1 ? [plotted(this.samples)] : []);
    const after = () => (this.samples.length > 2 ? unfold("plot", searched(answer), () => plotted(this.samples)) : h("p", { class: "note" }, searched(answer)));
    const line = answer ? lineOf(answer) : [];
    return h("div", { class: "column" },
      h("div", { class: "verdict", role: "status", "aria-live": "polite" }, search.failure() ?? verdictCard(answer, search.running)),
      h("div", { class: "actions" },
        ...search.buttons(h("button", { type: "button", "data-key": "again", onclick: () => this.start() }, t(answer || search.error ? "solve_again" : "view_solve")),
          answer && answer.verdict !== "unknown" && this.certificate.button(search.request))),
      this.certificate.status(),
      search.figures(answer, plots, after),
      line.length > 0 && moveList(app, line),
      answer?.futile?.length > 0 && futileList(app, answer),
      explorer(app, this.explanations),
      searchSettings(app, () => this.start()),
      this.runs.length > 1 && comparison(this.runs));
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
  return h("div", {}, h("p", { class: "headline open" }, h("strong", {}, t(searching ? "searching" : "unknown"))), h("p", { class: "status" }, t("no_mate_so_far"), !searching && answer.stop_reason && h("span", {}, stopped(answer.stop_reason))));
}

/** Why a search ended early. @param {string} reason */
const stopped = (reason) => t(`stopped_${reason.split(":")[0].replaceAll(" ", "_")}`);

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
