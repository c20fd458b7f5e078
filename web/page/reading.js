// Positions and games that are pasted or dropped: any text the engine reads, and files in Shift-JIS.

import { base64Of } from "./dom.js";
import { EngineError, ask, errorText } from "./engine.js";
import { t } from "./messages.js";
import { Position } from "./position.js";

/** @typedef {import("./app.js").App} App */

/** The largest file: the server takes a megabyte, and base64 needs a third more than the file. */
const LARGEST = 700_000;

/** Reads what is pasted and dropped on the page. @param {App} app */
export function reader(app) {
  document.addEventListener("paste", (event) => {
    if (event.target instanceof Element && event.target.closest("input, textarea")) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain");
    if (file) readFile(app, file);
    else if (text?.trim()) readText(app, text);
    else return;
    event.preventDefault();
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain");
    if (file) readFile(app, file);
    else if (text) readText(app, text);
  });
}

/** @param {App} app @param {string} text */
export const readText = (app, text) => read(app, { position: text });

/** @param {App} app @param {File} file */
export async function readFile(app, file) {
  if (file.size > LARGEST) app.toast(t("file_too_large"));
  else await read(app, { bytes: base64Of(await file.arrayBuffer()), file: file.name });
}

/** @param {App} app @param {Record<string, any>} source */
async function read(app, source) {
  try {
    const { file, ...request } = source;
    const answer = await ask({ command: "read", ...request });
    if (answer.problems?.length > 1) {
      app.openList(file ?? t("pasted_list"), answer.problems.filter((/** @type {any} */ problem) => problem.sfen));
      return;
    }
    const position = Position.parse(answer.sfen);
    if (!position) throw new Error(answer.sfen);
    app.setFull(position, { line: answer.moves ?? [], ply: 0, title: answer.name ?? undefined, intended: answer.length ?? undefined });
    app.toast(t("was_read", { format: answer.format?.toUpperCase() ?? "", moves: (answer.moves ?? []).length }));
  } catch (error) {
    app.toast(error instanceof EngineError && error.kind === "refused" ? errorText(error) : t("not_read"));
  }
}
