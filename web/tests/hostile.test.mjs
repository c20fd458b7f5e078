// Other sites, and messages that no page of ours would send. All from a real browser.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { test } from "node:test";
import { KINDS, Server, freePort, launch, open, sees, sleep } from "./support.mjs";

const LONG = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP 1";

/** Asks the server from a page; the status, and the lines of the answer. */
const post = (page, path, body) => page.evaluate(async ([to, content]) => {
  const response = await fetch(to, { method: "POST", body: content });
  return { status: response.status, text: await response.text() };
}, [path, body]);

const searches = async (url) => (await (await fetch(`${url}api/info`)).json()).searches;
/** Waits until no search runs or waits. */
async function idle(url) {
  for (let i = 0; ; i++) {
    const { running, waiting } = await searches(url);
    if (!running && !waiting) return;
    assert.ok(i < 100, "a search is left");
    await sleep(50);
  }
}

test("a page of another origin can neither ask nor read", async () => {
  const server = await Server.start();
  const target = server.direct;
  const other = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html><title>other</title>"));
  await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${other.address().port}/`);
  const request = JSON.stringify({ command: "solve", position: LONG, time: 60 });
  const outcome = await page.evaluate(async ([url, body]) => {
    const tried = (promise) => promise.then((response) => response.type, () => "refused");
    return [
      await tried(fetch(`${url}api/info`)),
      await tried(fetch(`${url}api/run`, { method: "POST", body })),
      // A browser sends this one without asking the server first, and hides the answer.
      await tried(fetch(`${url}api/run`, { method: "POST", body, mode: "no-cors", headers: { "content-type": "text/plain" } })),
      await new Promise((resolve) => {
        const image = document.createElement("iframe");
        image.onload = () => resolve("loaded");
        image.src = `${url}api/info`;
        document.body.append(image);
      }),
    ];
  }, [target, request]);
  assert.deepEqual(outcome, ["refused", "refused", "opaque", "loaded"]);
  await sleep(200);
  assert.deepEqual(await searches(target), { running: 0, waiting: 0 }, "no search was started");
  await browser.close();
  other.close();
  await server.stop();
});

/** Opens a page of another site that has an address in a frame. */
async function framing(url) {
  const other = createServer((_, response) => response.setHeader("content-type", "text/html").end(`<!doctype html><iframe src="${url}" width="1000" height="800"></iframe>`));
  await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(`http://localhost:${other.address().port}/`);
  return { page, close: async () => { await browser.close(); other.close(); } };
}

test("a page of another site cannot frame the workbench", async () => {
  const server = await Server.start();
  const { page, close } = await framing(`${server.direct}#solve?sfen=${LONG.replaceAll(" ", "_")}`);
  await sleep(1500);
  assert.equal(await page.frameLocator("iframe").locator("nav").count(), 0, "the page is there");
  assert.deepEqual(await searches(server.direct), { running: 0, waiting: 0 });
  await close();
  await server.stop();
});

test("in a frame of a host without headers, no address starts a search", async () => {
  const server = await Server.start();
  // The page without headers, as on a static site.
  const port = await freePort();
  const bare = spawn(process.execPath, [new URL("dev.mjs", import.meta.url).pathname, String(port), server.direct], { stdio: ["ignore", "ignore", "inherit"] });
  const url = `http://127.0.0.1:${port}/`;
  while (!(await fetch(url).catch(() => undefined))?.ok) await sleep(50);
  const { page, close } = await framing(`${url}#setup`);
  const frame = page.frameLocator("iframe");
  await frame.locator("nav").waitFor();
  for (const view of ["solve", "play", "judge", "brinkmate"]) {
    await page.evaluate((to) => { document.querySelector("iframe").src = to; }, `${url}#${view}?ask=hisshi&sfen=${LONG.replaceAll(" ", "_")}`);
    await frame.locator('nav [data-view="setup"][aria-current]').waitFor();
    await sleep(700);
    assert.deepEqual(await searches(server.direct), { running: 0, waiting: 0 }, view);
  }
  // The position is shown, and a press solves it.
  await frame.locator('nav [data-view="solve"]').click();
  await frame.locator(".plot .pn").waitFor();
  await close();
  bare.kill();
  await server.stop();
});

test("a foreign name for this machine (DNS rebinding) gets no page and no answer", async () => {
  const server = await Server.start();
  const browser = await launch(["--host-resolver-rules=MAP rebound.example 127.0.0.1"]);
  const page = await browser.newPage();
  const { port } = new URL(server.direct);
  const response = await page.goto(`http://rebound.example:${port}/`);
  assert.equal(response.status(), 403);
  assert.match(await response.text(), /"error":"the header `Host` names another server.*"error_ja"/);
  const asked = await page.evaluate(async () => (await fetch("/api/info")).status);
  assert.equal(asked, 403);
  // By its own name the same server answers.
  assert.equal((await page.goto(`http://localhost:${port}/`)).status(), 200);
  await browser.close();
  await server.stop();
});

test("messages of 10 MB, of rubbish and out of order; the page goes on", async () => {
  const server = await Server.start();
  const page = await open(KINDS[0], "#solve?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RS_1", server.url);
  await sees(page, ".verdict", "in 3");
  page.expected = /status of (400|404|405|413)/;
  const large = await page.evaluate(async () => {
    const response = await fetch("api/run", { method: "POST", body: "x".repeat(10 << 20) });
    return { status: response.status, ...(await response.json()) };
  });
  assert.equal(large.status, 413);
  assert.match(large.error, /larger than 1024 KiB/);
  assert.match(large.error_ja, /大きすぎます/);
  for (const body of ["", "{", "[]", "null", "\u0000\ufffe", '{"command":"solve"}', '{"command":"shell","position":"x"}', `{"command":"solve","position":"${"歩".repeat(1000)}"}`, "[".repeat(100_000)]) {
    const { status, text } = await post(page, "api/run", body);
    assert.equal(status, 400, body.slice(0, 40));
    const { error, error_ja } = JSON.parse(text);
    assert.ok(error && error_ja && !text.trim().includes("\n"), text);
  }
  // A stop before any start, one without a name, one of nobody's search, one twice.
  assert.equal((await post(page, "api/stop", "{}")).status, 400);
  assert.deepEqual(JSON.parse((await post(page, "api/stop", '{"id":"nobody"}')).text), { stopped: false });
  const stops = await page.evaluate(async (position) => {
    const response = await fetch("api/run", { method: "POST", body: JSON.stringify({ command: "solve", position, time: 60 }) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const read = async (until) => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        text += value;
        if (until(text)) return;
      }
    };
    await read((so_far) => so_far.includes("\n"));
    const { id } = JSON.parse(text.split("\n")[0]);
    const stop = async () => (await (await fetch("api/stop", { method: "POST", body: JSON.stringify({ id }) })).json()).stopped;
    const first = await stop();
    await read(() => false);
    return [first, typeof (await stop()), JSON.parse(text.trim().split("\n").at(-1)).event];
  }, LONG);
  assert.deepEqual(stops, [true, "boolean", "done"], "the second stop comes after the end");
  // Wrong methods and paths.
  assert.equal(await page.evaluate(async () => (await fetch("api/run")).status), 405);
  assert.equal(await page.evaluate(async () => (await fetch("api/shell", { method: "POST" })).status), 404);
  assert.equal(await page.evaluate(async () => (await fetch("../../../etc/passwd")).status), 404);
  await idle(server.direct);
  // The page was not disturbed.
  await page.locator('[data-key="again"]').click();
  await sees(page, ".verdict", "in 3");
  await page.close_();
  await server.stop();
});
