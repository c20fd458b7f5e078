// Solves problems with the solver in WebAssembly and with the native one, and compares: `compare.mjs SITE YOMIKIRI COUNT LIST…`.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [site, yomikiri, countText, ...lists] = process.argv.slice(2);
const { load, answer } = await import(pathToFileURL(resolve(site, "solver.js")).href);
const MEMORY = 256 << 20;
const NODES = 1_000_000;

/** Rows from all lists in turn, so that every list has its share. @param {number} count */
function problems(count) {
  const rows = lists.map((list) =>
    readFileSync(list, "utf8")
      .split("\n")
      .filter((line) => line.trim() && !line.startsWith("#"))
      .map((line) => line.split("\t")[0]),
  );
  /** @type {string[]} */
  const chosen = [];
  for (let row = 0; chosen.length < count && rows.some((list) => row < list.length); row++) {
    for (const list of rows) if (row < list.length && chosen.length < count) chosen.push(list[row]);
  }
  return chosen;
}

/** @param {string} position */
function inWasm(position) {
  /** @type {any} */
  let last;
  answer({ command: "solve", position, nodes: NODES }, MEMORY, (/** @type {any} */ event) => (last = event));
  if (last?.event !== "done") throw new Error(`${position}: ${JSON.stringify(last)}`);
  return last.answer;
}

const chosen = problems(Number(countText));
await load(await WebAssembly.compile(readFileSync(resolve(site, "yomikiri.wasm"))));
const native = spawnSync(yomikiri, ["solve", "-", "--json", "--threads", "1", "--nodes", String(NODES), "--memory", String(MEMORY)], {
  input: chosen.join("\n") + "\n",
  encoding: "utf8",
  maxBuffer: 1 << 30,
});
const rows = native.stdout.trim().split("\n").map((line) => JSON.parse(line));
if (rows.length !== chosen.length) throw new Error(`${rows.length} rows for ${chosen.length} problems: ${native.stderr}`);

const KEYS = ["verdict", "length", "length_status", "rule_length", "stop_reason", "nodes", "moves", "rule_moves"];
let differ = 0;
const seconds = { wasm: 0, native: 0 };
// Processor time, which means something on a busy machine as well. That of WebAssembly includes what Node does beside the search, such as compiling it.
const cpu = { wasm: 0, native: 0 };
/** @type {Record<string, number>} */
const verdicts = {};
chosen.forEach((position, index) => {
  const before = process.cpuUsage();
  const [here, there] = [inWasm(position), rows[index]];
  const { user, system } = process.cpuUsage(before);
  cpu.wasm += (user + system) / 1e6;
  cpu.native += there.cpu_seconds;
  seconds.wasm += here.wall_seconds;
  seconds.native += there.wall_seconds;
  verdicts[here.verdict] = (verdicts[here.verdict] ?? 0) + 1;
  const other = KEYS.filter((key) => JSON.stringify(here[key]) !== JSON.stringify(there[key]));
  if (other.length) {
    differ++;
    console.log(`${position}: ${other.map((key) => `${key} ${JSON.stringify(here[key])}, native ${JSON.stringify(there[key])}`).join("; ")}`);
  }
});
console.log(`${chosen.length} problems (${Object.entries(verdicts).map(([verdict, count]) => `${verdict} ${count}`).join(", ")}), ${differ} differ`);
for (const [name, { wasm, native }] of /** @type {[string, {wasm: number, native: number}][]} */ ([["time", seconds], ["processor time", cpu]])) {
  console.log(`${name}: WebAssembly ${wasm.toFixed(1)} s, native ${native.toFixed(1)} s: ${(wasm / native).toFixed(2)} times as long`);
}
process.exitCode = differ ? 1 : 0;
