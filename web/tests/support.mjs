// A server, a browser, and pages that fail a test if the console has an error.
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
/** The sizes and languages that people have. */
export const KINDS = [
  { name: "desktop English", viewport: { width: 1280, height: 860 }, locale: "en-US" },
  { name: "phone Japanese", viewport: { width: 390, height: 844 }, locale: "ja-JP", hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
];
export const MORE_KINDS = [
  ...KINDS,
  { name: "desktop Japanese dark", viewport: { width: 1280, height: 860 }, locale: "ja-JP", colorScheme: "dark" },
  { name: "phone English", viewport: { width: 360, height: 740 }, locale: "en-US", hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
];

export const freePort = () => new Promise((resolve) => {
  const socket = createServer().listen(0, "127.0.0.1", () => {
    const { port } = socket.address();
    socket.close(() => resolve(port));
  });
});

export class Server {
  static async start() {
    const server = new Server();
    server.port = await freePort();
    server.url = `http://127.0.0.1:${server.port}/`;
    /** The program itself, also where something is between it and the page. */
    server.direct = server.url;
    // With PAGE_ON_DISK the page is not the one in the binary, which need not be built again for every change.
    if (process.env.PAGE_ON_DISK) {
      server.url = `http://127.0.0.1:${await freePort()}/`;
      server.proxy = spawn(process.execPath, [new URL("dev.mjs", import.meta.url).pathname, new URL(server.url).port, server.direct], { stdio: ["ignore", "ignore", "inherit"] });
    }
    await server.spawn();
    return server;
  }

  /** Starts the program, or starts it again at the same port. */
  async spawn() {
    this.child = spawn(process.env.YOMIKIRI, ["serve", "--port", String(this.port)], { stdio: ["ignore", "ignore", "inherit"] });
    for (let i = 0; ; i++) {
      const answer = await fetch(`${this.url}api/info`).catch(() => undefined);
      if (answer?.ok) return;
      if (i === 200 || this.child.exitCode !== null) throw new Error("the server did not start");
      await sleep(50);
    }
  }

  async stop(signal = "SIGTERM") {
    if (signal === "SIGTERM") this.proxy?.kill();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const closed = new Promise((resolve) => this.child.on("close", resolve));
    this.child.kill(signal);
    await closed;
  }
}

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let browser;
let shared;
/** A browser of its own, for tests that need other flags. @param {string[]} [more] */
export const launch = (more = []) => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: [...FLAGS, ...more] });
export const theBrowser = async () => (browser ??= await launch());
export const theServer = async () => (shared ??= await Server.start());
after(async () => {
  await browser?.close();
  await shared?.stop();
});

/** A page of its own, at an address. The test fails if its console has an error, unless `errors` is taken. */
export async function open(kind, hash = "", url) {
  const server = url ? { url } : await theServer();
  const { name, ...options } = kind;
  const context = await (await theBrowser()).newContext({ ...options, permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true });
  const page = await context.newPage();
  page.errors = [];
  page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
  page.on("pageerror", (error) => page.errors.push(String(error.stack)));
  // Long, because the machine may be busy with other things; a test that passes does not wait for it.
  page.setDefaultTimeout(60_000);
  await page.goto(server.url + hash);
  await page.locator("nav button").first().waitFor();
  page.press_ = (selector) => (options.hasTouch ? page.locator(selector).first().tap() : page.locator(selector).first().click());
  /** Errors of the network that the test provokes: a browser logs them, and the page shows them to the person. */
  page.expected = undefined;
  page.close_ = async () => {
    await context.close();
    assert.deepEqual(page.errors.filter((error) => !page.expected?.test(error)), []);
  };
  return page;
}

/** One test for each kind of page. */
export function each(title, body, kinds = KINDS) {
  for (const kind of kinds) {
    test(`${title} (${kind.name})`, async () => {
      const page = await open(kind);
      await body(page, kind);
      await page.close_();
    });
  }
}

/** Goes to a view by its tab. */
export const view = async (page, name) => page.press_(`nav [data-view="${name}"]`);
/** The SFEN in the address. */
export const sfen = (page) => page.evaluate(() => decodeURIComponent(location.hash.match(/sfen=([^&]*)/)?.[1] ?? "").replaceAll("_", " "));
export const hash = (page) => page.evaluate(() => location.hash);
export const square = (name) => `.cells [data-place="${name}"]`;
export const text = async (page, selector) => (await page.locator(selector).first().innerText()).trim();
/** Waits until a text appears in an element. */
export const sees = (page, selector, pattern) => page.waitForFunction(
  ([where, source]) => new RegExp(source).test(document.querySelector(where)?.textContent ?? ""), [selector, pattern.source ?? pattern]);
/** A language's word. */
export const say = (kind, english, japanese) => (kind.locale.startsWith("ja") ? japanese : english);

/** Saves the certificate of the answer that the page shows; the checker must accept it, with this claim. */
export async function certificate(page, claim) {
  await page.locator('[data-key="certificate"]').waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.press_('[data-key="certificate"]')]);
  assert.match(download.suggestedFilename(), /\.cert\.gz$/);
  const folder = mkdtempSync(join(tmpdir(), "yomikiri-"));
  const file = join(folder, "answer.cert.gz");
  await download.saveAs(file);
  const checked = spawnSync(process.env.YOMIKIRI, ["verify", "--json", file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  assert.match(checked.stdout, new RegExp(`"claim": ?"${claim}`), checked.stdout + checked.stderr);
  assert.equal(checked.status, 10, checked.stdout + checked.stderr);
}

/** A screenshot if they are wanted. */
export async function shot(page, name, options = {}) {
  if (!process.env.SHOTS) return;
  mkdirSync(process.env.SHOTS, { recursive: true });
  await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, ...options });
}
