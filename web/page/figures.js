// Numbers of searches, in words and as a list.

import { h } from "./dom.js";
import { language, t } from "./messages.js";

/** @param {any} progress */
export function figures(progress) {
  const item = (/** @type {string} */ key, /** @type {string} */ value) => h("div", {}, h("dt", {}, t(key)), h("dd", {}, value));
  return h("dl", { class: "live" },
    item("time", seconds(progress.seconds ?? 0)), item("nodes", number(progress.nodes ?? 0)), item("rate", progress.rate ? `${number(progress.rate)}/s` : "–"),
    item("table", progress.table !== undefined && progress.table !== null ? percent(progress.table) : "–"));
}

/** What a search took. @param {any} answer */
export const searched = (answer) =>
  (answer.wall_seconds === undefined ? t("searched_nodes", { nodes: number(answer.nodes) }) : t("searched", { nodes: number(answer.nodes), seconds: seconds(answer.wall_seconds) }));

/** @param {number} value */
const percent = (value) => `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %`;
/** @param {number | undefined | null} value */
export const number = (value) => (value === undefined || value === null ? "–" : Math.round(value).toLocaleString(language() === "ja" ? "ja" : "en"));
/** A proof number; the infinite one comes as null. @param {number | undefined | null} value */
export const big = (value) => (value === undefined || value === null ? "∞" : number(value));
/** @param {number | undefined} value */
export const seconds = (value) => t("seconds", { count: value === undefined ? "–" : value < 10 ? value.toFixed(1) : Math.round(value) });
/** The size of a file. @param {number} value */
export const bytes = (value) => (value < 1000 ? `${value} B` : value < 1_000_000 ? `${(value / 1000).toFixed(1)} kB` : `${(value / 1_000_000).toFixed(1)} MB`);
