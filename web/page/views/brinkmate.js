// Brinkmates: a move after which every defence is mated, the threat, and the answer to each defence.

import { h } from "../dom.js";
import { EngineError, run } from "../engine.js";
import { t } from "../messages.js";
import { namesOf } from "../names.js";
import { limits } from "../settings.js";
import { moveList, stepper } from "../line.js";
import { other } from "../position.js";
import { figures, number, seconds } from "./solve.js";
import { radio } from "./setup.js";

/** @typedef {import("../app.js").App} App */

export class BrinkmateView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** What is asked. @type {"hisshi" | "threats" | "defend"} */
    this.question = "hisshi";
    /** @type {import("../engine.js").Run | undefined} */
    this.search = undefined;
    /** @type {any} */
    this.answer = undefined;
    /** @type {string | undefined} */
    this.error = undefined;
    /** @type {any} */
    this.progress = undefined;
    /** @type {HTMLElement | undefined} */
    this.figures = undefined;
  }

  positionChanged() {
    this.search?.abort();
    this.search = this.answer = this.error = undefined;
  }

  /** @param {Record<string, string>} params */
  enter(params) {
    if (["hisshi", "threats", "defend"].includes(params.ask)) {
      this.question = /** @type {"hisshi"} */ (params.ask);
      if (!this.answer && !this.search) this.start();
    }
  }

  params() {
    return { ask: this.answer || this.search ? this.question : "" };
  }

  start() {
    this.search?.abort();
    this.answer = this.error = this.progress = undefined;
    const { app, question } = this;
    const request = question === "hisshi" ? app.request("hisshi", { ...limits(), all_defences: true }) : app.request("threats", { ...limits(), defend: question === "defend" || undefined });
    const search = run(request, (event) => {
      if (this.search !== search) return;
      if (event.event === "progress") this.progress = event;
      if (event.event === "found" && event.answer) {
        this.answer = event.answer;
        app.render();
      } else this.drawFigures();
    });
    this.search = search;
    search.done.then((answer) => {
      if (this.search !== search) return;
      this.search = undefined;
      this.answer = answer;
      app.line = answer.moves ?? [];
      app.ply = 0;
      app.writeAddress();
      app.render();
    }, (error) => {
      if (this.search !== search || (error instanceof EngineError && error.kind === "aborted")) return;
      this.search = undefined;
      this.error = error instanceof EngineError && error.kind === "offline" ? t("offline_search") : error.message;
      app.render();
    });
    app.writeAddress();
    app.render();
  }

  under() {
    return stepper(this.app, this.answer?.moves);
  }

  panel() {
    const { app, answer, search, error } = this;
    this.figures = h("div", { class: "figures" });
    this.drawFigures();
    const ask = (/** @type {"hisshi" | "threats" | "defend"} */ question) =>
      h("button", { type: "button", class: question === "hisshi" ? "primary" : "", "data-key": `ask-${question}`, onclick: () => { this.question = question; this.start(); } }, t(`ask_${question}`));
    return h("div", { class: "column" },
      h("div", { class: "verdict", role: "status", "aria-live": "polite" }, error ? h("p", { class: "remark bad" }, error) : this.card()),
      h("div", { class: "actions" }, search
        ? h("button", { type: "button", class: "primary", "data-key": "stop", onclick: () => search.stop() }, t("stop"))
        : ["hisshi", "threats", "defend"].map((question) => ask(/** @type {"hisshi"} */ (question)))),
      h("fieldset", {}, h("legend", {}, t("defender_hand")),
        radio("hands", "rest", app.rest, t("hand_rest"), () => { const bare = app.position.clone(); bare.hands[app.defender] = {}; app.setPosition(bare, { rest: true }); }),
        radio("hands", "written", !app.rest, t("hand_written"), () => app.setPosition(app.rest ? app.position : app.start, { rest: false }))),
      this.figures,
      answer?.moves?.length > 0 && moveList(app, answer.moves),
      answer?.threat && this.threat(),
      answer?.defences?.length > 0 && this.defences(),
      answer?.threatmates && this.threatmates());
  }

  card() {
    const { answer, search } = this;
    if (!answer) return h("p", { class: "searching" }, t(search ? "searching" : "brinkmate_note"));
    if (answer.threatmates) {
      return h("div", {}, h("p", { class: "headline" }, h("strong", {}, t("threatmates_found", { count: answer.count }))),
        h("p", { class: "status" }, t("looked_at", { count: answer.looked_at })));
    }
    const key = { mate: "mate", brinkmate: "brinkmate", nomate: "no_brinkmate", disproven: "no_brinkmate" }[/** @type {"mate"} */ (answer.verdict)] ?? "unknown";
    return h("div", {},
      h("p", { class: "headline" }, h("strong", {}, t(key)), answer.length > 0 && h("span", { class: "length" }, t(answer.length_status === "minimal" ? "plies" : "plies_at_most", { count: answer.length }))),
      h("p", { class: "status" }, key === "brinkmate" ? t(answer.length === 0 ? "is_brinkmate" : "brinkmate_proved") : key === "mate" ? t("proved_shortest") : key === "unknown" ? t("no_mate_so_far") : t("no_brinkmate_proved")));
  }

  /** What the first move threatens. */
  threat() {
    const { app, answer } = this;
    const first = answer.moves.slice(0, 1);
    const after = app.start.afterAll(first).clone();
    after.turn = first.length ? app.start.turn : other(app.start.turn);
    return h("p", { class: "threat" }, h("b", {}, t("threat")), " ", namesOf(after, answer.threat.moves).join(" "), " ", h("span", { class: "note" }, t("mate_in", { count: answer.threat.length })));
  }

  defences() {
    const { app, answer } = this;
    const first = answer.moves.slice(0, 1);
    return h("section", { class: "explorer" }, h("h2", {}, t("defences"), h("span", { class: "quantity" }, answer.defences.length)),
      h("ul", { class: "rows" }, answer.defences.map((/** @type {any} */ defence) => {
        const line = [...first, defence.move, ...(defence.met_by?.moves ?? [])];
        const names = namesOf(app.start, line).slice(first.length);
        return h("li", { class: defence.met_by ? "mate" : "nomate" }, h("button", { type: "button", class: "row", "data-key": `defence-${defence.move}`, onclick: () => app.follow(line, first.length + 1) },
          h("span", { class: "name" }, names[0]), h("span", { class: "fate" }, defence.met_by ? `${names.slice(1, 6).join(" ")}${names.length > 6 ? " …" : ""} · ${t(defence.met_by.order > 1 ? "brinkmate_in" : "mate_in", { count: defence.met_by.length })}` : t("fate_open"))));
      })));
  }

  threatmates() {
    const { app, answer } = this;
    return h("ul", { class: "rows" }, answer.threatmates.map((/** @type {any} */ one) => {
      const after = app.start.after(one.move);
      after.turn = app.start.turn;
      return h("li", { class: "mate" }, h("button", { type: "button", class: "row", "data-key": `threat-${one.move}`, onclick: () => app.follow([one.move], 1) },
        h("span", { class: "name" }, namesOf(app.start, [one.move])[0]),
        h("span", { class: "fate" }, `${t("threat")} ${namesOf(after, one.moves).join(" ")} · ${t("mate_in", { count: one.length })}`)));
    }));
  }

  drawFigures() {
    if (!this.figures) return;
    const { answer, search } = this;
    if (search) this.figures.replaceChildren(figures(this.progress ?? {}));
    else if (answer) this.figures.replaceChildren(h("p", { class: "note" }, answer.wall_seconds !== undefined ? t("searched", { nodes: number(answer.nodes), seconds: seconds(answer.wall_seconds) }) : `${number(answer.nodes)} ${t("nodes")}`));
    else this.figures.replaceChildren();
  }
}
