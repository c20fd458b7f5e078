// Links and files of what is on the board.

import { bytesOf, download, h } from "./dom.js";
import { ask, errorText } from "./engine.js";
import { t } from "./messages.js";

/** @typedef {import("./app.js").App} App */

/** The row of ways to share. @param {App} app */
export function shareMenu(app) {
  const item = (/** @type {string} */ key, /** @type {string} */ label, /** @type {() => void} */ action) =>
    h("button", { type: "button", class: "quiet", "data-key": `share-${key}`, title: t(`share_${key}`), onclick: action }, label);
  return h("div", { class: "share", role: "group", "aria-label": t("share") },
    h("span", { class: "caption" }, t("share")),
    item("link", t("share_link_short"), () => copy(app, location.href)),
    item("sfen", "SFEN", () => copy(app, app.shown.sfen())),
    item("kif", "KIF", () => save(app, "kif", "text/plain")),
    item("svg", "SVG", () => save(app, "svg", "image/svg+xml")),
    item("png", "PNG", () => save(app, "png", "image/png")));
}

/** @param {App} app @param {string} text */
async function copy(app, text) {
  try {
    await navigator.clipboard.writeText(text);
    app.toast(t("copied"));
  } catch {
    // Without the right to the clipboard the text is shown to be copied by hand.
    window.prompt(t("copy_by_hand"), text);
  }
}

/** @param {App} app @param {string} format @param {string} type */
async function save(app, format, type) {
  const picture = format !== "kif";
  try {
    const answer = await ask(app.request("write", { position: app.start.sfen(), format, moves: picture ? app.line.slice(0, app.ply) : app.line, name: app.title }));
    download(`${app.title ?? "yomikiri"}.${format}`, new Blob([answer.base64 ? bytesOf(answer.base64) : answer.text], { type }));
  } catch (error) {
    app.toast(errorText(error));
  }
}
