// The page without a server: static files and the solver in a worker. SITE is the folder that `scripts/site` made; without it there is nothing to test.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { after, test } from "node:test";
import { KINDS, certificate, open, sees, square } from "./support.mjs";

const folder = process.env.SITE;
const options = { skip: folder ? false : "SITE is not set" };
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://site");
  try {
    const path = join(folder ?? "", normalize(pathname === "/" ? "/index.html" : pathname));
    const body = await readFile(path);
    response.setHeader("content-type", types[extname(path)] ?? "text/plain");
    response.end(body);
  } catch {
    response.statusCode = 404;
    response.end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${server.address().port}/`;
after(() => server.close());

for (const kind of KINDS) {
  test(`solve, play and judge in a worker (${kind.name})`, options, async () => {
    const page = await open(kind, "#solve?sfen=n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9_b_B2P_1", url);
    await sees(page, ".verdict", "21");
    await page.locator(".explorer .row").first().waitFor();
    await certificate(page, "exactly 21");
    await page.goto(`${url}#judge?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RG_1`);
    await sees(page, ".verdict", "Unsound|不完全作");
    await page.goto(`${url}#play?sfen=4k4/9/4P4/9/9/9/9/9/9_b_G_1`);
    await page.waitForFunction(() => document.querySelector(".headline.yours"));
    await page.press_('[data-place="b:G"]');
    await page.press_(square("5b"));
    await sees(page, ".verdict", "Mate!|詰みました");
    await page.close_();
  });
}

test("a search in a worker is stopped, and the board works meanwhile", options, async () => {
  const page = await open(KINDS[0], "#solve?sfen=1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6_b_SP_1", url);
  await page.waitForFunction(() => document.querySelectorAll(".plot .pn").length > 0);
  await page.locator('[data-key="share-sfen"]').click();
  const began = Date.now();
  await page.locator('[data-key="stop"]').click();
  await page.locator('[data-key="again"]').waitFor();
  assert.ok(Date.now() - began < 3000);
  await sees(page, ".verdict", "Unknown|Mate");
  await page.close_();
});

test("a worker plays with what is known so far", options, async () => {
  const page = await open(KINDS[0], "#play?sfen=1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6_b_SP_1", url);
  await page.waitForFunction(() => document.querySelector(".headline.yours"));
  await page.locator('[data-key="hint"]').click();
  await sees(page, ".hint-text", "So far a mate in at most");
  // The worker has one search at a time: the reply does not wait for the one before.
  await page.locator('[data-place="b:S"]').click();
  const began = Date.now();
  await page.locator(square("5d")).click();
  await sees(page, ".verdict", "Your move.*(so far; not proved|on a guess)");
  assert.ok(Date.now() - began < 10_000);
  await page.locator('[data-key="hint"]').click();
  await sees(page, ".hint-text", "So far a mate in at most");
  await page.close_();
});
