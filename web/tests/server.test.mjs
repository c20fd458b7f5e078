// Pages and the server: two at once, a page that closes, a server that goes away and comes back.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { KINDS, Server, open, sees, shot, sleep } from "./support.mjs";

const LONG = "#solve?sfen=1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6_b_SP_1";

/** The processor time of a server with its children, in ticks. */
function ticks(pid) {
  const own = (one) => {
    const fields = readFileSync(`/proc/${one}/stat`, "utf8").split(") ")[1].split(" ");
    return Number(fields[11]) + Number(fields[12]);
  };
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).filter((name) => {
    try {
      return readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1].split(" ")[1] === String(pid);
    } catch {
      return false;
    }
  });
  return [pid, ...children].reduce((sum, one) => {
    try {
      return sum + own(one);
    } catch {
      return sum;
    }
  }, 0);
}

test("two pages search at once, each for itself", async () => {
  const server = await Server.start();
  const [one, two] = [await open(KINDS[0], LONG, server.url), await open(KINDS[1], "#solve?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RS_1", server.url)];
  await sees(two, ".verdict", "3手");
  await one.locator('[data-key="stop"]').click();
  await one.locator('[data-key="again"]').waitFor();
  await one.close_();
  await two.close_();
  await server.stop();
});

/** Threads that search, and resident memory in kB. */
function state(pid) {
  const threads = readdirSync(`/proc/${pid}/task`).filter((task) => {
    try {
      return readFileSync(`/proc/${pid}/task/${task}/comm`, "utf8").trim() === "search";
    } catch {
      return false;
    }
  }).length;
  return { threads, memory: Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]) };
}

test("closing the page ends its search: the thread ends, the memory is returned", async () => {
  const server = await Server.start();
  const { pid } = server.child;
  const idle = state(pid);
  assert.equal(idle.threads, 0);
  const page = await open(KINDS[0], LONG, server.url);
  await page.waitForFunction(() => document.querySelectorAll(".plot .pn").length > 0);
  // The table grows until it takes much more than a server that does nothing.
  let busy = state(pid);
  for (let i = 0; i < 200 && busy.memory < idle.memory + 30_000; i++) {
    await sleep(100);
    busy = state(pid);
  }
  assert.equal(busy.threads, 1);
  assert.ok(busy.memory > idle.memory + 30_000, `${busy.memory} kB while it searches`);
  await page.close_();
  const closed = Date.now();
  let after = state(pid);
  while (after.threads && Date.now() - closed < 10_000) {
    await sleep(20);
    after = state(pid);
  }
  assert.equal(after.threads, 0, "the thread goes on");
  console.log(`# thread ended ${Date.now() - closed} ms after the page; ${idle.memory} kB before, ${busy.memory} kB while it searched, ${after.memory} kB after`);
  assert.ok(after.memory < idle.memory + 15_000, `${after.memory} kB are left of ${busy.memory}`);
  const used = ticks(pid);
  await sleep(1000);
  assert.ok(ticks(pid) - used < 10, "something still computes");
  await server.stop();
});

test("leaving the position ends its search as well", async () => {
  const server = await Server.start();
  const page = await open(KINDS[0], LONG, server.url);
  await page.waitForFunction(() => document.querySelectorAll(".plot .pn").length > 0);
  await page.locator('nav [data-view="setup"]').click();
  await page.locator('[data-key="clear"]').click();
  for (let i = 0; i < 500 && state(server.child.pid).threads; i++) await sleep(20);
  assert.equal(state(server.child.pid).threads, 0, "still searching");
  await page.close_();
  await server.stop();
});

test("the server is killed and started again under an open page", async () => {
  const server = await Server.start();
  const page = await open(KINDS[0], LONG, server.url);
  await page.waitForFunction(() => document.querySelectorAll(".plot .pn").length > 0);
  await server.stop("SIGKILL");
  await page.locator("#banner:not([hidden])").waitFor();
  await sees(page, ".verdict", "lost with the server");
  await shot(page, "offline");
  // The board still works.
  await page.locator('nav [data-view="setup"]').click();
  await page.locator('[data-key="mirror"]').click();
  await server.spawn();
  await page.locator("#banner[hidden]").waitFor({ state: "attached" });
  await page.locator('[data-key="clear"]').click();
  await page.locator('[data-place="box:G"]').click();
  await page.locator('[data-place="b:"]').click();
  await page.locator('nav [data-view="solve"]').click();
  await sees(page, ".verdict", "No mate");
  // What a browser says about a server that is away is no error of the page.
  page.expected = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/;
  await page.close_();
  await server.stop();
});

test("a page that is opened without its server's help says so", async () => {
  const server = await Server.start();
  const page = await open(KINDS[0], "", server.url);
  await page.route("**/api/**", (route) => route.abort());
  await page.locator('nav [data-view="solve"]').click();
  await page.locator("#banner:not([hidden])").waitFor();
  await page.unroute("**/api/**");
  await page.locator("#banner[hidden]").waitFor({ state: "attached" });
  await page.locator('[data-key="again"]').click();
  await sees(page, ".verdict", "in 3");
  page.expected = /ERR_FAILED/;
  await page.close_();
  await server.stop();
});
