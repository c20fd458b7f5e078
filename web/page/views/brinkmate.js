// Brinkmates: a move after which every defence is mated, the threat, and the answer to each defence.

import { h } from "../dom.js";
import { CertificateMaker } from "../certificate.js";
import { t } from "../messages.js";
import { namesOf } from "../names.js";
import { limits } from "../settings.js";
import { moveList, stepper } from "../line.js";
import { other } from "../position.js";
import { Search } from "../search.js";
import { radio, withoutHand } from "./setup.js";

/** @typedef {import("../app.js").App} App */

export class BrinkmateView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** What is asked. @type {"hisshi" | "threats" | "defend"} */
    this.question = "hisshi";
    /** @type {any} */
    this.answer = undefined;
    this.search = new Search(app, {
      found: ({ answer }) => { this.answer = answer; },
      done: (answer) => {
        this.answer = answer;
        if (app.view === this) [app.line, app.ply] = [answer.moves ?? [], 0];
      },
    });
    this.certificate = new CertificateMaker(app);
  }

  positionChanged() {
    this.search.reset();
    this.certificate.reset();
    this.answer = undefined;
  }

  /** @param {Record<string, string>} params */
  enter(params) {
    if (["hisshi", "threats", "defend"].includes(params.ask)) {
      this.question = /** @type {"hisshi"} */ (params.ask);
      if (!this.answer && !this.search.running) this.start();
    }
    if (this.answer && !this.app.line.length) this.app.line = this.answer.moves ?? [];
  }

  params() {
    return { ask: this.answer || this.search.running ? this.question : "" };
  }

  start() {
    const { app, question } = this;
    this.certificate.reset();
    this.answer = undefined;
    const request = question === "hisshi" ? app.request("hisshi", { ...limits(), all_defences: true }) : app.request("threats", { ...limits(), defend: question === "defend" || undefined });
    this.search.start(request);
  }

  under() {
    return stepper(this.app, this.answer?.moves);
  }

  panel() {
    const { app, answer, search } = this;
    const ask = (/** @type {"hisshi" | "threats" | "defend"} */ question) =>
      h("button", { type: "button", class: question === "hisshi" ? "primary" : "", "data-key": `ask-${question}`, onclick: () => { this.question = question; this.start(); } }, t(`ask_${question}`));
    return h("div", { class: "column" },
      h("div", { class: "verdict", role: "status", "aria-live": "polite" }, search.failure() ?? this.card()),
      h("div", { class: "actions" }, search.buttons(...["hisshi", "threats", "defend"].map((question) => ask(/** @type {"hisshi"} */ (question))),
        this.question === "hisshi" && answer && answer.verdict !== "unknown" && this.certificate.button(search.request))),
      this.certificate.status(),
      h("fieldset", {}, h("legend", {}, t("defender_hand")),
        radio("hands", "rest", app.holdsRest(), t("hand_rest"), () => app.setPosition(withoutHand(app.position, app.defender), { hands: "rest" })),
        radio("hands", "written", !app.holdsRest(), t("hand_written"), () => app.setPosition(app.position, { hands: "written" })),
        h("p", { class: "note" }, t("brinkmate_hands"))),
      search.figures(answer),
      answer?.moves?.length > 0 && moveList(app, answer.moves),
      answer?.threat && this.threat(),
      answer?.defences?.length > 0 && this.defences(),
      answer?.threatmates && this.threatmates());
  }

  card() {
    const { answer, search } = this;
    if (!answer) return h("p", { class: "searching" }, t(search.running ? "searching" : "brinkmate_note"));
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
}
