// A book of problems: what is solved, what is next.

import { addBook, book, marksOf, ownBooks, removeBook, setMark } from "../books.js";
import { miniature } from "../diagram.js";
import { h } from "../dom.js";
import { t } from "../messages.js";
import { Position } from "../position.js";
import { clock } from "./play.js";

/** @typedef {import("../app.js").App} App */

export class BookView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.id = "zuko";
    /** The problem that is shown, from 0. */
    this.index = 0;
    /** @type {import("../books.js").Book | undefined} */
    this.book = undefined;
    /** @type {string | undefined} */
    this.error = undefined;
  }

  /** @param {Record<string, string>} params */
  async enter(params) {
    if (params.book) this.id = params.book;
    if (params.n) this.index = Math.max(0, (Number(params.n) || 1) - 1);
    await this.load();
  }

  async load() {
    const { id } = this;
    this.error = undefined;
    try {
      this.book = await book(id);
      if (!this.book) {
        this.id = "zuko";
        this.book = await book("zuko");
      }
      this.index = Math.min(this.index, (this.book?.problems.length ?? 1) - 1);
    } catch {
      this.error = t("offline");
    }
    if (this.app.name === "book") {
      this.app.writeAddress();
      this.app.render();
    }
  }

  params() {
    return { book: this.id, n: String(this.index + 1) };
  }

  /** Opens a problem on the board. @param {number} index @param {string} view */
  async openProblem(index, view) {
    const shown = this.book ?? (await book(this.id));
    const problem = shown?.problems[index];
    const position = problem && Position.parse(problem.sfen);
    if (!position || !shown) return;
    this.index = index;
    if (view === "play" && !marksOf(this.id)[index]) setMark(this.id, index, { solved: false });
    this.app.setFull(position, { title: this.titleOf(shown, index), intended: problem.length ?? undefined, book: { id: this.id, index } });
    this.app.go(view);
  }

  /** @param {import("../books.js").Book} shown @param {number} index */
  titleOf(shown, index) {
    return shown.problems[index].name ?? `${shown.title} ${t("number", { count: index + 1 })}`;
  }

  /** A list becomes a book. @param {string} title @param {import("../books.js").Problem[]} problems */
  add(title, problems) {
    const made = addBook(title, problems);
    this.id = made.id;
    this.index = 0;
    this.book = made;
    this.app.go("book");
  }

  stage() {
    const { app } = this;
    const shown = this.book;
    if (!shown) return h("div", { class: "shelf" }, h("p", { class: "note" }, this.error ?? t("loading")));
    const marks = marksOf(shown.id);
    const tile = (/** @type {import("../books.js").Problem} */ problem, /** @type {number} */ i) => {
      const mark = marks[i];
      const state = mark?.solved ? "solved" : mark ? "tried" : "new";
      return h("button", {
        type: "button", class: `tile ${state}`, "data-key": `tile-${i + 1}`, "aria-current": i === this.index ? "true" : undefined,
        "aria-label": t(problem.length ? "tile_label_length" : "tile_label", { number: t("number", { count: i + 1 }), length: t("length_plies", { count: problem.length ?? "" }), mark: t(`mark_${state}`) }),
        onclick: () => { this.index = i; app.writeAddress(); app.render(); },
        ondblclick: () => this.openProblem(i, "play"),
      }, h("b", {}, i + 1), h("small", {}, problem.length ?? ""));
    };
    return h("div", { class: "shelf" },
      h("div", { class: "actions" },
        h("label", { class: "field" }, h("span", {}, t("which_book")),
          h("select", { id: "which-book", onchange: (/** @type {Event} */ event) => { this.id = /** @type {HTMLSelectElement} */ (event.target).value; this.index = 0; this.load(); } },
            h("option", { value: "zuko", selected: this.id === "zuko" }, t("zuko")),
            ownBooks().map((one) => h("option", { value: one.id, selected: this.id === one.id }, one.title)))),
        h("p", { class: "note" }, t("solved_count", { solved: Object.values(marks).filter((mark) => mark.solved).length, all: shown.problems.length }))),
      h("div", { class: "tiles" }, shown.problems.map(tile)));
  }

  panel() {
    const shown = this.book;
    const problem = shown?.problems[this.index];
    const position = problem && Position.parse(problem.sfen);
    if (!shown || !problem || !position) return h("div", {});
    const mark = marksOf(shown.id)[this.index];
    const title = this.titleOf(shown, this.index);
    return h("div", { class: "column" },
      h("h1", {}, title, problem.length && h("span", { class: "length" }, t("length_plies", { count: problem.length }))),
      h("div", { class: "preview" }, miniature(position, title)),
      h("p", { class: "status" }, mark?.solved ? t("solved_in", { time: clock(mark.seconds ?? 0), hints: mark.hints ?? 0 }) : t(mark ? "mark_tried" : "mark_new")),
      h("div", { class: "actions" },
        h("button", { type: "button", class: "primary", "data-key": "book-play", onclick: () => this.openProblem(this.index, "play") }, t("view_play")),
        h("button", { type: "button", "data-key": "book-solve", onclick: () => this.openProblem(this.index, "solve") }, t("show_solution")),
        h("button", { type: "button", "data-key": "book-judge", onclick: () => this.openProblem(this.index, "judge") }, t("view_judge")),
        this.id !== "zuko" && h("button", { type: "button", class: "quiet", "data-key": "book-remove", onclick: () => { removeBook(this.id); this.id = "zuko"; this.index = 0; this.load(); } }, t("remove_book"))),
      this.id === "zuko" && h("p", { class: "note" }, t("zuko_note")),
      h("p", { class: "note" }, t("book_note")));
  }

  /** The place in the book while a problem of it is played. @param {{id: string, index: number}} place */
  bar(place) {
    const move = async (/** @type {number} */ by) => {
      this.id = place.id;
      this.book = await book(place.id);
      const next = place.index + by;
      if (this.book && next >= 0 && next < this.book.problems.length) this.openProblem(next, "play");
    };
    return h("div", { class: "actions book-bar" },
      h("button", { type: "button", class: "quiet", "data-key": "book-previous", disabled: place.index === 0, onclick: () => move(-1) }, t("previous_problem")),
      h("button", { type: "button", class: "quiet", "data-key": "book-open", onclick: () => { this.id = place.id; this.index = place.index; this.app.go("book", { book: place.id, n: String(place.index + 1) }); } }, t("to_book")),
      h("button", { type: "button", class: "quiet", "data-key": "book-next", onclick: () => move(1) }, t("next_problem")));
  }
}
