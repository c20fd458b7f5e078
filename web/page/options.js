// Algorithm, limits and rules of a search, folded away under "more".

import { h, unfold } from "./dom.js";
import { t } from "./messages.js";
import { set, settings } from "./settings.js";

/** @typedef {import("./app.js").App} App */

/** A choice of rules for futile interpositions. @param {App} app @param {() => void} changed */
export function rulesChoice(app, changed) {
  const names = /** @type {string[]} */ (app.info?.rules ?? ["plus2", "miwa", "basic", "raw"]);
  return h("label", { class: "field" }, h("span", {}, t("rules")),
    h("select", { id: "rules", onchange: (/** @type {Event} */ event) => { set({ rules: /** @type {HTMLSelectElement} */ (event.target).value }); changed(); } },
      names.map((name) => h("option", { value: name, selected: name === settings.rules }, t(`rules_${name}`)))));
}

/** A setting that is on or off. @param {"first" | "strict" | "thorough" | "allow_two_plies"} key @param {string} label @param {() => void} changed */
export function checkBox(key, label, changed) {
  return h("label", { class: "check" },
    h("input", { type: "checkbox", id: key, checked: settings[key], onchange: (/** @type {Event} */ event) => { set({ [key]: /** @type {HTMLInputElement} */ (event.target).checked }); changed(); } }),
    h("span", {}, label));
}

/** @param {App} app @param {() => void} start */
export function searchSettings(app, start) {
  const algorithms = /** @type {{name: string, summary: string}[]} */ (app.info?.algorithms ?? [{ name: "default", summary: "" }]);
  const input = (/** @type {"time" | "nodes" | "memory"} */ key, /** @type {Record<string, any>} */ more) =>
    h("label", { class: "field" }, h("span", {}, t(`limit_${key}`)),
      h("input", { id: `limit-${key}`, value: settings[key], ...more, onchange: (/** @type {Event} */ event) => set({ [key]: /** @type {HTMLInputElement} */ (event.target).value }) }));
  return unfold("more", t("more"), () => h("div", { class: "fields" },
      h("label", { class: "field wide" }, h("span", {}, t("algorithm")),
        h("input", { id: "algorithm", list: "algorithms", value: settings.algorithm, spellcheck: "false", onchange: (/** @type {Event} */ event) => set({ algorithm: /** @type {HTMLInputElement} */ (event.target).value.trim() || "default" }) }),
        h("datalist", { id: "algorithms" }, algorithms.map(({ name, summary }) => h("option", { value: name }, summary)))),
      rulesChoice(app, () => {}),
      input("time", { type: "number", min: 1, max: 86400 }), input("nodes", { type: "number", min: 1, placeholder: t("no_limit") }), input("memory", { type: "text", pattern: "[0-9]+([KMGT](i?B)?)?" }),
      checkBox("first", t("first_only"), () => {}),
      h("button", { type: "button", "data-key": "search-with", onclick: start }, t("search_with"))), "more");
}
