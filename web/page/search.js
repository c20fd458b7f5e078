// A search as a view shows it: how far it is, what it found, why it failed.

import { h } from "./dom.js";
import { EngineError, errorText, run } from "./engine.js";
import { figures, searched } from "./figures.js";
import { t } from "./messages.js";

/** @typedef {import("./app.js").App} App */
/**
 * What a view does with the news; the page is drawn after `found` and `done`.
 * @typedef {object} Listener
 * @property {(answer: any, own: any) => void} done the answer; `own` is the one of this search, which may say less than an earlier one
 * @property {(event: any) => void} [found] something was found, and more may follow
 * @property {(event: any) => void} [progress] how far it is
 * @property {() => void} [draw] draws what changes while it runs, instead of the figures
 */

export class Search {
  /** @param {App} app @param {Listener} listener */
  constructor(app, listener) {
    this.app = app;
    this.listener = listener;
    /** @type {import("./engine.js").Run | undefined} */
    this.run = undefined;
    /** The request that the answer is for. @type {any} */
    this.request = undefined;
    /** The best answer so far to this question, and its request. @type {{request: any, answer: any} | undefined} */
    this.known = undefined;
    /** How many are before it in the queue. */
    this.ahead = 0;
    /** @type {any} */
    this.progress = undefined;
    /** @type {unknown} */
    this.error = undefined;
    /** @type {HTMLElement | undefined} */
    this.place = undefined;
    /** Draws what is in the place of the figures. @type {() => Node[]} */
    this.content = () => [];
  }

  get running() {
    return this.run !== undefined;
  }

  /** Forgets the search and what it did. */
  reset() {
    this.run?.abort();
    this.run = this.progress = this.error = this.request = this.known = undefined;
    this.ahead = 0;
  }

  /** @param {import("./engine.js").Request} request */
  start(request) {
    const { known } = this;
    this.reset();
    this.request = request;
    if (known && question(known.request) === question(request)) this.known = known;
    const { app, listener } = this;
    const own = run(request, (event) => {
      if (this.run !== own) return;
      if (event.event === "queued") this.ahead = event.ahead;
      else this.ahead = 0;
      if (event.event === "progress") {
        this.progress = event;
        listener.progress?.(event);
      }
      if (event.event === "found" || event.event === "report") {
        listener.found?.(event);
        app.changedView();
      } else this.draw();
    });
    this.run = own;
    own.done.then((answer) => {
      if (this.run !== own) return;
      this.run = undefined;
      // A search that is stopped early does not take back what an earlier one found.
      if (!this.known || !saysLess(answer, this.known.answer)) this.known = { request, answer };
      this.request = this.known.request;
      listener.done(this.known.answer, answer);
      app.changedView();
    }, (error) => {
      if (this.run !== own || (error instanceof EngineError && error.kind === "aborted")) return;
      this.run = undefined;
      this.error = error;
      app.render();
    });
    app.changedView();
  }

  /** Ends it with what is known. */
  stop() {
    this.run?.stop();
  }

  /** Why it failed, in words. */
  failure() {
    const { error } = this;
    if (error === undefined) return undefined;
    return h("p", { class: "remark bad" }, error instanceof EngineError && error.kind === "offline" ? t("offline_search") : errorText(error));
  }

  /** The button that ends it, or what is there otherwise. @param {...(Node | false | undefined)} otherwise */
  buttons(...otherwise) {
    return this.running ? [h("button", { type: "button", class: "primary", "data-key": "stop", onclick: () => this.stop() }, t("stop"))] : otherwise;
  }

  /** Live figures; afterwards what the search took. @param {any} answer @param {() => Node[]} [more] is below them while it runs @param {() => Node} [after] instead of what it took */
  figures(answer, more = () => [], after = () => h("p", { class: "note" }, searched(answer))) {
    this.place = h("div", { class: "figures" });
    this.content = () => {
      if (this.running && this.ahead > 0) return [h("p", { class: "note" }, t("queued", { count: this.ahead }))];
      if (this.running) return [figures(this.progress ?? {}), ...more()];
      return answer ? [after()] : [];
    };
    this.draw();
    return this.place;
  }

  draw() {
    if (this.listener.draw) this.listener.draw();
    else this.place?.replaceChildren(...this.content());
  }
}

/** What a request asks, whatever it allows and however it is searched. @param {any} request */
function question(request) {
  const { algorithm, first, time, nodes, memory, lang, ...rest } = request;
  return JSON.stringify(rest);
}

/** Whether an answer is less certain than an earlier one to the same question, or knows only of a longer mate. @param {any} answer @param {any} earlier */
function saysLess(answer, earlier) {
  const certainty = (/** @type {any} */ one) => {
    if (one.verdict === "unknown" || one.unknown?.length) return plies(one) ? 1 : 0;
    return (one.rule_length_status ?? one.length_status) === "at-most" ? 2 : 3;
  };
  const plies = (/** @type {any} */ one) => one.rule_length ?? one.length;
  if (certainty(answer) !== certainty(earlier)) return certainty(answer) < certainty(earlier);
  return plies(answer) > plies(earlier);
}
