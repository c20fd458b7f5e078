// The solver, wherever it runs: behind the server, or as WebAssembly in a worker. Both take the same requests and answer with the same events.

import { language } from "./messages.js";

/** @typedef {Record<string, any>} Request */
/** @typedef {{event: string, [key: string]: any}} Event */
/** @typedef {{stop: () => void, abort: () => void, done: Promise<any>}} Run */

/** Why a request was not answered: `offline` no server, `refused` by the engine, `aborted` by the page. */
export class EngineError extends Error {
  /** @param {"offline" | "refused" | "aborted"} kind @param {string} message @param {string} [japanese] */
  constructor(kind, message, japanese) {
    super(message);
    this.kind = kind;
    this.japanese = japanese;
  }

  /** What the engine refuses. @param {Event} event */
  static refused({ error, error_ja }) {
    return new EngineError("refused", error, error_ja);
  }
}

/** An error in the page's language, if it has one. @param {unknown} error */
export function errorText(error) {
  if (error instanceof EngineError && language() === "ja" && error.japanese) return error.japanese;
  return error instanceof Error ? error.message : String(error);
}

/** @type {((request: Request, onEvent: (event: Event) => void) => Run) | undefined} */
let implementation;
/** Is called with whether the engine answers. @type {(online: boolean) => void} */
let onConnection = () => {};
/** @type {Promise<any> | undefined} */
let information;

/** @param {(online: boolean) => void} listener */
export function watchConnection(listener) {
  onConnection = listener;
}

/** What the engine is and can do; decides which engine there is. @returns {Promise<any>} */
export function info() {
  information ??= (async () => {
    // `scripts/site` says in the page that there is no server to ask for.
    if (document.querySelector('meta[name="engine"][content="worker"]')) return inWorker();
    const response = await fetch("api/info").catch(() => undefined);
    if (response?.ok && response.headers.get("content-type")?.includes("json")) {
      implementation = overHttp;
      return response.json();
    }
    if (!response) {
      information = undefined;
      implementation = overHttp;
      lost();
      throw new EngineError("offline", "no server");
    }
    return inWorker();
  })();
  return information;
}

/** A static host: the solver is part of the folder. */
async function inWorker() {
  const { overWorker, workerInfo } = await import("./local.js");
  implementation = overWorker;
  return workerInfo();
}

/**
 * Starts a request. `stop` asks for what is known so far, `abort` drops it.
 * @param {Request} request @param {(event: Event) => void} [onEvent] @returns {Run}
 */
export function run(request, onEvent = () => {}) {
  if (implementation) return implementation(request, onEvent);
  /** @type {Run | undefined} */
  let inner;
  let ended = false;
  const done = info().catch(() => {}).then(() => {
    if (ended) throw new EngineError("aborted", "aborted");
    inner = (implementation ?? overHttp)(request, onEvent);
    return inner.done;
  });
  const end = () => {
    ended = true;
  };
  return { stop: () => (inner ? inner.stop() : end()), abort: () => (inner ? inner.abort() : end()), done };
}

/** A question with one answer. @param {Request} request @returns {Promise<any>} */
export const ask = (request) => run(request).done;

/** Reads the lines of a response. @param {ReadableStream<Uint8Array>} body */
async function* lines(body) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  yield rest;
}

/** @param {Request} request @param {(event: Event) => void} onEvent @returns {Run} */
function overHttp(request, onEvent) {
  const controller = new AbortController();
  /** @type {any} */
  let id;
  let stopping = false;
  const sendStop = () => {
    fetch("api/stop", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ id }) }).catch(() => {});
  };
  const done = (async () => {
    let response;
    try {
      response = await fetch("api/run", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request),
        signal: controller.signal,
      });
      if (!response.body) throw new EngineError("offline", "no body");
      for await (const line of lines(response.body)) {
        if (!line.trim()) continue;
        /** @type {Event} */
        const event = JSON.parse(line);
        if (event.id !== undefined && id === undefined) {
          id = event.id;
          if (stopping) sendStop();
        }
        if (event.event === "done") return event.answer;
        if (event.event === "error" || event.error !== undefined) throw EngineError.refused(event);
        onEvent(event);
      }
      throw new EngineError("offline", "the answer broke off");
    } catch (error) {
      if (controller.signal.aborted) throw new EngineError("aborted", "aborted");
      if (error instanceof EngineError && error.kind !== "offline") throw error;
      lost();
      throw new EngineError("offline", String(error));
    }
  })();
  done.catch(() => {});
  return {
    done,
    abort: () => controller.abort(),
    stop: () => {
      stopping = true;
      if (id !== undefined) sendStop();
    },
  };
}

let waiting = false;
/** Asks until the server is there again. */
function lost() {
  onConnection(false);
  if (waiting) return;
  waiting = true;
  const again = async () => {
    const response = await fetch("api/info").catch(() => undefined);
    if (!response?.ok) {
      setTimeout(again, 1000);
      return;
    }
    waiting = false;
    information = response.json();
    onConnection(true);
  };
  setTimeout(again, 1000);
}
