// The line on the board: the list of its moves, and the buttons to step through it.

import { h } from "./dom.js";
import { t } from "./messages.js";
import { namesOf } from "./names.js";

/** @typedef {import("./app.js").App} App */

/** The moves of a line, each a button. @param {App} app @param {string[]} line */
export function moveList(app, line) {
  const names = namesOf(app.start, line);
  const onLine = app.line.slice(0, app.ply).every((move, i) => move === line[i]);
  return h("ol", { class: "moves", "aria-label": t("main_line") }, line.map((_, i) =>
    h("li", { class: i % 2 ? "defender" : "attacker" },
      h("button", { type: "button", "data-key": `ply-${i + 1}`, "aria-current": onLine && app.ply === i + 1 ? "step" : undefined, onclick: () => app.follow(line, i + 1) },
        h("span", { class: "ply" }, i + 1), names[i]))));
}

/** First, back, on, last; back to the main line if another one is on the board. @param {App} app @param {string[]} [main] */
export function stepper(app, main) {
  const button = (/** @type {string} */ label, /** @type {string} */ key, /** @type {number} */ ply, /** @type {boolean} */ off) =>
    h("button", { type: "button", class: "square", "data-key": key, "aria-label": t(key), title: t(key), disabled: off, onclick: () => app.step(ply) }, label);
  const astray = main && app.line.join(" ") !== main.join(" ");
  return h("div", { class: "stepper", role: "group", "aria-label": t("stepper") },
    button("«", "step_first", 0, app.ply === 0), button("‹", "step_back", app.ply - 1, app.ply === 0),
    h("span", { class: "count" }, `${app.ply} / ${app.line.length}`),
    button("›", "step_on", app.ply + 1, app.ply >= app.line.length), button("»", "step_last", app.line.length, app.ply >= app.line.length),
    astray && main.length > 0 && h("button", { type: "button", class: "quiet", "data-key": "main-line", onclick: () => app.follow(main, Math.min(common(app.line, main), app.ply)) }, t("to_main_line")));
}

/** How many moves two lines share. @param {string[]} one @param {string[]} two */
function common(one, two) {
  let i = 0;
  while (i < one.length && one[i] === two[i]) i++;
  return i;
}
