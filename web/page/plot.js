// The root's proof and disproof number while a search runs, on a logarithmic scale.

import { s } from "./dom.js";
import { t } from "./messages.js";

const WIDTH = 320;
const HEIGHT = 84;
/** Points that are kept; older ones are thinned out. */
const MOST = 400;

/** @typedef {{seconds: number, pn: number, dn: number}} Sample */

/** @param {Sample[]} samples */
export function thin(samples) {
  return samples.length <= MOST ? samples : samples.filter((_, i) => i % 2 === 1 || i === samples.length - 1);
}

/** @param {Sample[]} samples */
export function plot(samples) {
  const last = samples.at(-1)?.seconds ?? 1;
  const most = Math.max(10, ...samples.map(({ pn, dn }) => Math.max(finite(pn), finite(dn))));
  const x = (/** @type {number} */ seconds) => (last > 0 ? (seconds / last) * WIDTH : 0);
  const y = (/** @type {number} */ value) => HEIGHT - 4 - (Math.log10(Math.max(1, finite(value))) / Math.log10(most)) * (HEIGHT - 8);
  const path = (/** @type {"pn" | "dn"} */ key) =>
    samples.filter((sample) => Number.isFinite(finite(sample[key]))).map((sample, i) => `${i ? "L" : "M"}${x(sample.seconds).toFixed(1)} ${y(sample[key]).toFixed(1)}`).join("");
  const powers = Array.from({ length: Math.floor(Math.log10(most)) }, (_, i) => 10 ** (i + 1));
  return s("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": t("plot_label") },
    powers.map((power) => s("path", { class: "rule", d: `M0 ${y(power).toFixed(1)}H${WIDTH}` })),
    s("path", { class: "dn", d: path("dn") }), s("path", { class: "pn", d: path("pn") }));
}

/** Infinite numbers come as null. @param {number | null} value */
const finite = (value) => (value === null || value === undefined || !Number.isFinite(value) ? 1 : value);
