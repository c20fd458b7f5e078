// A stand-in for the server during development: the command line behind the same contract.
import { createServer } from "node:http";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { writeFileSync, mkdtempSync } from "node:fs";
import { extname, join, normalize } from "node:path";

const [, , binary, port = "8181"] = process.argv;
const page = new URL("../page/", import.meta.url).pathname;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml" };
let next = 0;
const runs = new Map();
const tmp = mkdtempSync("/tmp/mock");

const cli = (args, input) => new Promise((resolve) => {
  const child = spawn(binary, args);
  const out = []; let err = "";
  child.stdout.on("data", (data) => out.push(data));
  child.stderr.on("data", (data) => (err += data));
  child.on("close", (code) => resolve({ code, out: Buffer.concat(out), err: err.trim().replace(/^base: /, "") }));
  child.stdin.on("error", () => {});
  if (input !== undefined) child.stdin.end(input); else child.stdin.end();
});
const usi = (request) => `${request.position}${request.moves?.length ? ` moves ${request.moves.join(" ")}` : ""}`;
const fail = (text) => { throw new Error(text); };

async function read(request) {
  const file = join(tmp, `in${next++}`);
  writeFileSync(file, request.bytes ? Buffer.from(request.bytes, "base64") : request.position + "\n");
  const jkf = await cli(["convert", file, "--to", "sfen"]);
  if (jkf.code) fail(jkf.err);
  const lines = jkf.out.toString().trim().split("\n");
  const [sfen, moves = ""] = lines[0].replace(/^(position )?sfen /, "").split("\t")[0].split(" moves ");
  const answer = { sfen, moves: moves.split(" ").filter(Boolean), format: "kif", name: null };
  if (lines.length > 1) answer.problems = lines.map((line) => ({ sfen: line.split("\t")[0], name: line.split("\t")[2], length: Number(line.split("\t")[1]) || null }));
  if (request.legal) {
    const legal = await cli(["moves", usi(request), "--json"]);
    if (legal.code) fail(legal.err);
    const { moves: list, japanese } = JSON.parse(legal.out);
    answer.legal = list.map((move, i) => ({ usi: move, japanese: japanese[i] }));
    const checks = await cli(["moves", usi(request), "--kind", "checks", "--json"]);
    answer.checks = checks.code ? [] : JSON.parse(checks.out).moves;
    const evasions = await cli(["moves", usi(request), "--kind", "evasions", "--json"]);
    answer.in_check = evasions.code === 0;
  }
  if (request.lines) {
    answer.names = [];
    for (const line of request.lines) {
      const ki2 = await cli(["convert", usi({ position: request.position, moves: [...(request.moves ?? []), ...line] }), "--to", "ki2"]);
      answer.names.push(ki2.out.toString().match(/[▲△][^▲△\n]+/g)?.map((name) => name.trim()).slice(-line.length) ?? line);
    }
  }
  return answer;
}

async function write(request) {
  if (request.format === "svg" || request.format === "png") {
    const out = await cli(["show", usi(request), `--${request.format}`, "-"]);
    return request.format === "png" ? { base64: out.out.toString("base64") } : { text: out.out.toString() };
  }
  return { text: (await cli(["convert", usi(request), "--to", request.format])).out.toString() };
}

createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  const url = new URL(request.url, "http://x");
  if (url.pathname === "/api/info") {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ version: "mock", limits: {}, rules: ["plus2", "miwa", "basic", "raw"], algorithms: JSON.parse((await cli(["algorithms", "--json"])).out), abilities: [] }));
  } else if (url.pathname === "/api/stop") {
    runs.get(JSON.parse(body).id)?.kill("SIGINT");
    response.end("{}");
  } else if (url.pathname === "/api/run") {
    const asked = JSON.parse(body);
    const id = ++next;
    const send = (event) => response.write(JSON.stringify(event) + "\n");
    response.setHeader("content-type", "application/x-ndjson");
    send({ event: "started", id });
    try {
      if (asked.command === "read") send({ event: "done", answer: await read(asked) });
      else if (asked.command === "write") send({ event: "done", answer: await write(asked) });
      else {
        const args = { solve: ["solve"], judge: ["judge"], explain: ["explain"], hisshi: ["hisshi", "--all-defences"], threats: ["threats"], othello: ["solve", "--game", asked.game], connect6: ["solve", "--game", "connect6"] }[asked.command];
        args.push(asked.position, ...(asked.moves ?? []), "--json");
        for (const key of ["time", "nodes", "memory", "algorithm", "rules", "hands"]) if (asked[key]) args.push(`--${key}`, String(asked[key]));
        if (asked.first) args.push("--first");
        if (asked.strict) args.push("--strict");
        const child = spawn(binary, args);
        runs.set(id, child);
        response.on("close", () => child.kill("SIGKILL"));
        const began = Date.now();
        let k = 10;
        const timer = setInterval(() => send({ event: "progress", nodes: (k *= 1.2), seconds: (Date.now() - began) / 1000, pn: k / 3, dn: k / 7, table: 0.1, rate: 100000 }), 200);
        let out = "", err = "";
        child.stdout.on("data", (data) => (out += data));
        child.stderr.on("data", (data) => (err += data));
        await new Promise((resolve) => child.on("close", resolve));
        clearInterval(timer);
        if (!out) fail(err.trim());
        send({ event: "done", answer: JSON.parse(out) });
      }
    } catch (error) {
      send({ event: "error", error: error.message });
    }
    response.end();
  } else {
    const path = join(page, normalize(url.pathname === "/" ? "/index.html" : url.pathname));
    try {
      response.setHeader("content-type", types[extname(path)] ?? "text/plain");
      response.end(await readFile(path));
    } catch {
      response.statusCode = 404;
      response.end();
    }
  }
}).listen(Number(port), "127.0.0.1");
