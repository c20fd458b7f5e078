// What the page starts where there is no server: takes {run, request}, {run, stop: true} and {run, drop: true}, and posts {run, event}. A search that is
// stopped answers with what is known, one that is dropped does not answer.
//
// The solver runs in a worker below this one, because it answers nothing while it searches. Where memory may be shared, a flag stops it;
// elsewhere its worker is ended, and the answer is what it had found so far. Questions that do not search have a worker of their own, so
// that the board can be used meanwhile.

/** The most memory of a search, in bytes: pages on phones get less than they ask for. */
const MEMORY = 256 << 20;
const QUICK = ["read", "write", "info"];

/** @type {Promise<WebAssembly.Module> | undefined} */
let loading;
const load = () =>
  (loading ??= (async () => {
    const response = await fetch(new URL("./yomikiri.wasm", import.meta.url));
    if (!response.ok) throw new Error(`yomikiri.wasm: status ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  })());

/** @param {string} error @param {string} error_ja */
const failure = (error, error_ja) => ({ event: "error", error, error_ja });

/** @typedef {{run: number, request: any, last?: any, found?: any[], stopping?: boolean}} Job */

/** A worker with the solver, and the jobs that wait for it. */
class Lane {
  /** @type {Worker | undefined} */
  worker;
  /** @type {SharedArrayBuffer | undefined} */
  flag = globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : undefined;
  /** @type {Job | undefined} */
  current;
  /** @type {Job[]} */
  waiting = [];

  /** @param {Job} job */
  submit(job) {
    this.waiting.push(job);
    this.next();
    this.announce();
  }

  announce() {
    this.waiting.forEach(({ run }, place) => self.postMessage({ run, event: { event: "queued", ahead: place + 1 } }));
  }

  /** @param {boolean} [stopped] whether the first job is to end as soon as it starts */
  async next(stopped = false) {
    if (this.current) return;
    const job = this.waiting.shift();
    if (!job) return;
    this.current = job;
    const { run, request } = job;
    try {
      /** @type {{module?: WebAssembly.Module}} */
      const first = this.worker ? {} : { module: await load() };
      // It may have been stopped meanwhile; then another call goes on.
      if (this.current !== job) return;
      this.worker ??= new Worker(new URL("./solver.js", import.meta.url), { type: "module" });
      this.worker.onmessage = ({ data }) => this.take(job, data);
      this.worker.onerror = (event) => this.take(job, failure(event.message || "the solver could not be loaded", event.message || "ソルバーを読み込めませんでした"));
      if (!stopped) self.postMessage({ run, event: { event: "started", id: String(run) } });
      this.worker.postMessage({ ...first, request, memory: MEMORY, flag: this.flag, stopped: stopped || job.stopping });
    } catch (error) {
      this.finish(failure(String(error), `ソルバーを読み込めませんでした（${error}）`));
    }
  }

  /** @param {Job} job @param {any} event */
  take(job, event) {
    if (job !== this.current) return;
    if (event.event === "done" || event.event === "error") return this.finish(event);
    if (event.event === "found" || event.event === "report") {
      job.last = event;
      if (event.problem) (job.found ??= []).push(event.problem);
    }
    self.postMessage({ run: job.run, event });
  }

  /** @param {any} event */
  finish(event) {
    const job = this.current;
    this.current = undefined;
    if (job) self.postMessage({ run: job.run, event });
    this.next();
    this.announce();
  }

  /** Ends a job with what is known, or without an answer. @param {number} run @param {boolean} drop */
  stop(run, drop) {
    if (this.current?.run === run) {
      const job = this.current;
      if (this.flag) {
        job.stopping = true;
        Atomics.store(new Int32Array(this.flag), 0, 1);
        return;
      }
      // Nobody else can reach the search: its worker goes, with its memory.
      this.worker?.terminate();
      this.worker = undefined;
      if (drop) {
        this.current = undefined;
        this.next();
        this.announce();
        return;
      }
      if (job.request.command === "compose") return this.finish({ event: "done", answer: { problems: job.found ?? [], next: null, complete: false } });
      if (job.last) return this.finish({ event: "done", answer: { ...job.last.answer, stop_reason: "stopped" } });
      // Nothing was found: the answer of a search that ends as soon as it starts.
      this.current = undefined;
      this.waiting.unshift({ run, request: job.request });
      this.next(true);
      return;
    }
    const place = this.waiting.findIndex((job) => job.run === run);
    if (place < 0) return;
    this.waiting.splice(place, 1);
    if (!drop) self.postMessage({ run, event: failure("stopped", "中断しました") });
    this.announce();
  }
}

const lanes = { quick: new Lane(), search: new Lane() };

self.onmessage = ({ data }) => {
  if (data.stop || data.drop) {
    for (const lane of Object.values(lanes)) lane.stop(data.run, Boolean(data.drop));
    return;
  }
  const lane = QUICK.includes(data.request?.command) ? lanes.quick : lanes.search;
  lane.submit({ run: data.run, request: data.request });
};
