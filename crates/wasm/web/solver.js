// The solver itself, in a worker of its own: one request at a time. It answers nothing else while it searches, so the worker above it ends it
// where there is no shared memory for a flag.

/** @type {WebAssembly.Instance | undefined} */
let instance;
/** @type {(event: object) => void} */
let onEvent = () => {};
/** @type {Int32Array | undefined} Set from outside to stop the search. */
let flag;
/** Whether the request is to end as soon as it starts. */
let isStopped = false;

const memory = () => /** @type {WebAssembly.Memory} */ (instance?.exports.memory).buffer;

const imports = {
  yomikiri: {
    now: () => performance.now(),
    /** @param {number} start @param {number} length */
    event: (start, length) => onEvent(JSON.parse(new TextDecoder().decode(new Uint8Array(memory(), start, length)))),
    stopped: () => (isStopped ? 1 : flag ? Atomics.load(flag, 0) : 0),
  },
};

/**
 * Loads the solver. Tests call this as well, with the bytes of the file.
 * @param {WebAssembly.Module} module
 */
export async function load(module) {
  instance = await WebAssembly.instantiate(module, imports);
}

/**
 * Answers a request; returns after its last event.
 * @param {object} request @param {number} bytes the most memory for tables @param {(event: object) => void} listener
 */
export function answer(request, bytes, listener) {
  onEvent = listener;
  const { allocate, run } = /** @type {any} */ (instance?.exports);
  const text = new TextEncoder().encode(JSON.stringify(request));
  const start = allocate(text.length);
  new Uint8Array(memory(), start, text.length).set(text);
  run(start, text.length, bytes);
}

// Not where a test loads this file as a module of Node's.
if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  self.onmessage = async ({ data }) => {
    try {
      if (data.module) await load(data.module);
      flag = data.flag && new Int32Array(data.flag);
      if (flag) Atomics.store(flag, 0, 0);
      isStopped = Boolean(data.stopped);
      let ended = false;
      answer(data.request, data.memory, (event) => {
        const { event: kind } = /** @type {any} */ (event);
        ended ||= kind === "done" || kind === "error";
        self.postMessage(event);
      });
      if (!ended) self.postMessage({ event: "error", error: "the solver ended without an answer", error_ja: "ソルバーが答えずに終わりました" });
    } catch (error) {
      self.postMessage({ event: "error", error: `the solver failed: ${error}`, error_ja: `ソルバーが失敗しました（${error}）` });
    }
  };
}
