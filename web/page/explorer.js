// What becomes of every move of the position on the board: mates, variations, tries and why they fail.

import { h, unfold } from "./dom.js";
import { EngineError, errorText, run } from "./engine.js";
import { language, t } from "./messages.js";
import { handName, namesOf } from "./names.js";
import { settings } from "./settings.js";

/** @typedef {import("./app.js").App} App */

/** Seconds for the moves of one position. */
const TIME = 15;
/** Rows that are shown before "all". */
const ROWS = 12;

/** Explanations of the positions of one problem, asked for as the reader comes to them. */
export class Explanations {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {import("./engine.js").Run | undefined} */
    this.search = undefined;
    /** The path that is being asked about. */
    this.asking = "";
    /** By path. @type {Map<string, {answer?: any, error?: unknown}>} */
    this.known = new Map();
    /** Paths with all rows shown. @type {Set<string>} */
    this.full = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  reset() {
    this.search?.abort();
    this.search = undefined;
    this.known.clear();
    this.full.clear();
    clearTimeout(this.timer);
  }

  /** @param {string[]} path */
  want(path) {
    const key = path.join(" ");
    clearTimeout(this.timer);
    if (this.search && this.asking !== key) {
      this.search.abort();
      this.search = undefined;
    }
    if (this.known.has(key) || this.search) return;
    // Who steps quickly asks about the place where he stops.
    this.timer = setTimeout(() => this.ask(path, key), 200);
  }

  /** @param {string[]} path @param {string} key */
  ask(path, key) {
    const search = run(this.app.request("explain", { moves: path, time: TIME, rules: settings.rules, memory: settings.memory }));
    this.search = search;
    this.asking = key;
    this.app.render();
    search.done.then((answer) => this.known.set(key, { answer }), (error) => {
      if (!(error instanceof EngineError) || error.kind === "refused") this.known.set(key, { error });
    }).finally(() => {
      if (this.search !== search) return;
      this.search = undefined;
      this.app.render();
    });
  }
}

/** @param {App} app @param {Explanations} explanations */
export function explorer(app, explanations) {
  const path = app.line.slice(0, app.ply);
  const key = path.join(" ");
  const one = explanations.known.get(key);
  const searching = explanations.search && explanations.asking === key;
  if (!one && !searching) return undefined;
  if (one?.error) return h("section", { class: "explorer" }, h("p", { class: "remark" }, errorText(one.error)));
  const answer = one?.answer;
  const attacker = answer ? answer.side === "attacker" : path.length % 2 === 0;
  const title = h("h2", {}, t(attacker ? "checks_here" : "answers_here"), answer && h("span", { class: "quantity" }, answer.moves.length));
  if (!answer) return h("section", { class: "explorer" }, title, h("p", { class: "note" }, t("looking_at_moves")));
  if (!answer.moves.length) return h("section", { class: "explorer" }, title, h("p", { class: "note" }, t(attacker ? "no_check_here" : "mated_here")));
  const all = explanations.full.has(key);
  const rows = all ? answer.moves : answer.moves.slice(0, ROWS);
  return h("section", { class: "explorer" }, title,
    h("ul", { class: "rows" }, rows.map((/** @type {any} */ move) => row(app, path, move, answer))),
    !all && answer.moves.length > ROWS && h("button", { type: "button", class: "quiet", "data-key": "all-moves", onclick: () => { explanations.full.add(key); app.render(); } }, t("show_all", { count: answer.moves.length })));
}

/** @param {App} app @param {string[]} path @param {any} move @param {any} answer */
function row(app, path, move, answer) {
  const continuation = move.fate === "mate" ? (move.rule_moves?.length ? move.rule_moves : move.moves) : [move.move, ...spine(move.refutation, answer.side === "defender")];
  const line = [...path, ...continuation];
  const name = language() === "ja" ? move.japanese : namesOf(app.start, [...path, move.move]).at(-1);
  const best = move.move === answer.best;
  return h("li", { class: move.futile ? "futile" : move.fate },
    h("button", { type: "button", class: "row", "data-key": `move-${move.move}`, onclick: () => app.follow(line, path.length + 1) },
      h("span", { class: "name" }, name), h("span", { class: "fate" }, fate(app, path, move, answer, best))),
    move.refutation?.tries && unfold(`why-${[...path, move.move].join("-")}`, t("why"), () => tree(app, [...path, ...(answer.side === "defender" ? [] : [move.move])], move.refutation), "why"));
}

/** What a move leads to, in words. @param {App} app @param {string[]} path @param {any} move @param {any} answer @param {boolean} best */
function fate(app, path, move, answer, best) {
  const attacker = answer.side === "attacker";
  if (move.fate === "open") return t("fate_open");
  if (move.fate === "nomate") {
    const why = move.refutation ? ending(move.refutation) : "";
    const reply = attacker && move.refutation?.answer ? namesOf(app.start, [...path, move.move, move.refutation.answer]).at(-1) : undefined;
    return [t(attacker ? "fate_no_mate" : "fate_escape"), reply ? `${reply} (${why})` : why].filter(Boolean).join(" · ");
  }
  if (move.futile) return `${t("fate_futile")}${move.why_futile ? ` – ${t(`futile_${move.why_futile.reason.replaceAll(" ", "_")}`)}` : ""}`;
  const length = move.rule_length ?? move.length;
  const parts = [t(move.length_status === "minimal" ? (attacker ? "mate_in" : "mated_in") : "mate_in_at_most", { count: length })];
  if (best && !attacker) parts.push(t("longest"));
  const leftover = move.rule_leftover ?? move.leftover;
  if (leftover) parts.push(t("leftover", { pieces: handName(leftover) }));
  return parts.join(" · ");
}

/** @param {any} node */
function ending(node) {
  switch (node.end) {
    case "no-check": return t("end_no_check");
    case "circle": return t("end_circle", { ply: node.ply });
    case "shown": return t("end_shown");
    case "cut": return t("end_cut", { count: node.checks });
    case "tries": return t("end_cut", { count: node.tries.length + node.others });
    default: return t("end_open");
  }
}

/** The main continuation of a refutation. @param {any} node @param {boolean} [defender] whether the answer is the move itself @returns {string[]} */
function spine(node, defender = false) {
  if (!node) return [];
  const first = node.tries?.[0];
  return [...(node.answer && !defender ? [node.answer] : []), ...(first ? [first.move, ...spine(first)] : [])];
}

/** A tree of refutations; `path` leads to the node's answer. @param {App} app @param {string[]} path @param {any} node */
function tree(app, path, node) {
  const here = node.answer ? [...path, node.answer] : path;
  const names = namesOf(app.start, here);
  return h("ul", { class: "tree" }, h("li", {},
    h("button", { type: "button", class: "row", onclick: () => app.follow([...here, ...(node.tries?.[0] ? [node.tries[0].move, ...spine(node.tries[0])] : [])], here.length) },
      h("span", { class: "name" }, names.slice(node.move ? -2 : -1).join(" ")), h("span", { class: "fate" }, ending(node))),
    (node.tries ?? []).map((/** @type {any} */ one) => tree(app, [...here, one.move], one)),
    node.others > 0 && h("span", { class: "note" }, t("others", { count: node.others }))));
}

export { tree, ending };
