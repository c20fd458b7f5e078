// The solver in a worker, for hosts without a server.

import { EngineError } from "./engine.js";

/** @typedef {import("./engine.js").Run} Run */

/** @type {Worker | undefined} */
let worker;
let next = 0;
/** @type {Map<number, (event: import("./engine.js").Event) => void>} */
const listeners = new Map();

function theWorker() {
  if (!worker) {
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => listeners.get(data.run)?.(data.event);
    worker.onerror = (event) => {
      for (const listener of listeners.values()) listener({ event: "error", error: event.message || "the solver could not be loaded", error_ja: event.message || "ソルバーを読み込めませんでした" });
    };
  }
  return worker;
}

/** @param {import("./engine.js").Request} request @param {(event: import("./engine.js").Event) => void} onEvent @returns {Run} */
export function overWorker(request, onEvent) {
  const run = ++next;
  let aborted = false;
  /** @type {(error: Error) => void} */
  let fail = () => {};
  const done = new Promise((resolve, reject) => {
    fail = reject;
    listeners.set(run, (event) => {
      if (event.event === "done") resolve(event.answer);
      else if (event.event === "error") reject(EngineError.refused(event));
      else if (!aborted) onEvent(event);
    });
    theWorker().postMessage({ run, request });
  }).finally(() => listeners.delete(run));
  done.catch(() => {});
  return {
    done,
    stop: () => theWorker().postMessage({ run, stop: true }),
    abort: () => {
      aborted = true;
      theWorker().postMessage({ run, drop: true });
      fail(new EngineError("aborted", "aborted"));
    },
  };
}

/** @returns {Promise<any>} */
export const workerInfo = () => overWorker({ command: "info" }, () => {}).done;
