// The page is small and there at once; drags are smooth; it can be read and worked without a mouse.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { test } from "node:test";
import { KINDS, MORE_KINDS, open, square } from "./support.mjs";

const page = new URL("../page/", import.meta.url);

test("page and scripts are below 300 kB", () => {
  const total = readdirSync(page, { recursive: true }).map((name) => statSync(new URL(name, page))).filter((entry) => entry.isFile()).reduce((sum, entry) => sum + entry.size, 0);
  console.log(`# page: ${(total / 1000).toFixed(1)} kB`);
  assert.ok(total < 300_000, `${total} bytes`);
});

test("the page asks for all its modules at once", () => {
  const html = readFileSync(new URL("index.html", page), "utf8");
  const modules = readdirSync(page, { recursive: true }).filter((name) => name.endsWith(".js") && !["app.js", "local.js", "worker.js"].includes(name)).sort();
  assert.deepEqual([...html.matchAll(/modulepreload" href="([^"]+)"/g)].map((match) => match[1]).sort(), modules);
});

test("first paint within 300 ms", async () => {
  const times = [];
  for (let i = 0; i < 15 && !(Math.min(...times) < 300); i++) {
    const opened = await open(KINDS[0]);
    times.push(await opened.evaluate(() => new Promise((resolve) => {
      const look = () => {
        const paint = performance.getEntriesByName("first-contentful-paint")[0];
        if (paint) resolve(paint.startTime);
        else setTimeout(look, 10);
      };
      look();
    })));
    await opened.close_();
  }
  const best = Math.min(...times);
  console.log(`# first paint: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
  // The best of some: the machine that runs the tests may be busy with other things.
  assert.ok(best < 300, `${times}`);
});

test("a drag follows the pointer without long frames", async () => {
  const opened = await open(KINDS[0], "#setup?sfen=n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9_b_B2P_1");
  const [a, b] = [await opened.locator(square("7d")).boundingBox(), await opened.locator(square("1i")).boundingBox()];
  await opened.mouse.move(a.x + 20, a.y + 20);
  await opened.mouse.down();
  await opened.mouse.move(a.x + 40, a.y + 40);
  const work = await opened.evaluate(([from, to]) => {
    // The work that the page does for each move of the pointer, without the browser's own.
    const times = [];
    for (let i = 0; i < 200; i++) {
      const began = performance.now();
      document.dispatchEvent(new PointerEvent("pointermove", { pointerId: 1, clientX: from.x + ((to.x - from.x) * i) / 200, clientY: from.y + ((to.y - from.y) * i) / 200, bubbles: true }));
      times.push(performance.now() - began);
    }
    return times.sort((x, y) => x - y)[190];
  }, [a, b]);
  await opened.mouse.up();
  assert.ok(work < 4, `95 % of the moves take at most ${work} ms`);
  await opened.close_();
});

/** Contrast of two colours, by WCAG. */
const contrast = ([r1, g1, b1], [r2, g2, b2]) => {
  const luminance = (...channels) => channels.map((value) => value / 255).map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)).reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
  const [light, dark] = [luminance(r1, g1, b1), luminance(r2, g2, b2)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

for (const kind of MORE_KINDS) {
  test(`names, contrast and sizes (${kind.name})`, async () => {
    for (const view of ["setup", "solve", "play", "judge", "compose", "brinkmate", "book", "othello", "connect6"]) {
      const opened = await open(kind, `#${view}`);
      await opened.waitForTimeout(250);
      const found = await opened.evaluate(() => {
        const rgb = (text) => text.match(/[\d.]+/g).map(Number);
        const behind = (element) => {
          for (let at = element; at; at = at.parentElement) {
            const color = getComputedStyle(at).backgroundColor;
            if (!/rgba\(.*, 0\)|transparent/.test(color)) return color;
          }
          return "rgb(255, 255, 255)";
        };
        const nameless = [...document.querySelectorAll("button, input, select, textarea, [role=gridcell]")].filter((element) =>
          !(element.getAttribute("aria-label") || element.textContent.trim() || element.labels?.length || element.title)).map((element) => element.outerHTML.slice(0, 120));
        const texts = [...document.querySelectorAll("button, p, span, label, h1, h2, summary, legend, dt, dd, small")].filter((element) =>
          [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) && element.getClientRects().length && !element.closest(":disabled") && !element.closest("#toast") && !element.closest(".none"))
          .map((element) => ({ text: element.textContent.slice(0, 30), front: rgb(getComputedStyle(element).color), back: rgb(behind(element)) }));
        const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
        return { nameless, texts, doubled: ids.filter((id, i) => ids.indexOf(id) !== i), wide: document.documentElement.scrollWidth > innerWidth + 1 };
      });
      assert.deepEqual(found.nameless, [], view);
      assert.deepEqual(found.doubled, [], view);
      assert.equal(found.wide, false, `${view} is wider than the screen`);
      const faint = found.texts.filter(({ front, back }) => contrast(front, back) < 4.5);
      assert.deepEqual(faint, [], view);
      await opened.close_();
    }
  });
}
