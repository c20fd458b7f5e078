// The book, lists that are dropped in, and what is kept.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { each, hash, say, sees, shot, square, text, view } from "./support.mjs";

each("a problem of the book is opened and played", async (page, kind) => {
  await view(page, "book");
  await page.locator(".tile").nth(99).waitFor();
  assert.equal(await page.locator(".tile").count(), 100);
  await page.press_('[data-key="tile-5"]');
  await sees(page, "#panel h1", say(kind, "No. 5.*21 plies", "第5番.*21手詰"));
  await shot(page, `book-${kind.name.replaceAll(" ", "-")}`, { fullPage: kind.isMobile });
  await page.press_('[data-key="book-play"]');
  await page.waitForFunction(() => location.hash.startsWith("#play") && location.hash.includes("n+B1sS4"));
  assert.match(await hash(page), /book=zuko&n=5/);
  await sees(page, ".verdict", "21");
  await page.press_('[data-key="book-next"]');
  await page.waitForFunction(() => location.hash.includes("n=6"));
  await page.press_('[data-key="book-open"]');
  await page.locator('.tile.tried[data-key="tile-5"]').waitFor();
});

each("a list is dropped in, solved by hand, and kept over a reload", async (page, kind) => {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["8k/6S2/8N/9/8N/9/9/9/9 b - 1\t3\tKnights\n4k4/9/4P4/9/9/9/9/9/9 b G 1\t1\tGold\n"], "mine.tsv"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.locator(".tile").nth(1).waitFor();
  assert.equal(await page.locator(".tile").count(), 2);
  assert.doesNotMatch(await text(page, "#panel"), /Kanju|看寿/);
  assert.match(await page.locator('[data-key="tile-2"]').getAttribute("aria-label"), say(kind, /^No. 2, 1 ply, not tried yet$/, /^第2番、1手詰、未着手$/));
  await page.press_('[data-key="tile-2"]');
  await sees(page, "#panel h1", "Gold");
  await page.press_('[data-key="book-play"]');
  await page.waitForFunction(() => document.querySelector(".headline.yours"));
  await page.press_('[data-place="b:G"]');
  await page.press_(square("5b"));
  await sees(page, ".verdict", say(kind, "Mate!", "詰みました"));
  await page.press_('[data-key="book-open"]');
  await page.locator('.tile.solved[data-key="tile-2"]').waitFor();
  await page.reload();
  await page.locator('.tile.solved[data-key="tile-2"]').waitFor();
  assert.match(await text(page, ".shelf .note"), say(kind, /1 of 2/, /2題中1題/));
  await page.press_('[data-key="book-remove"]');
  await page.locator(".tile").nth(99).waitFor();
  await sees(page, "#panel", say(kind, "Kanju", "看寿"));
});

test("the book of the page is that of the data", () => {
  const rows = readFileSync(new URL("../../data/zuko.tsv", import.meta.url), "utf8").trim().split("\n").map((line) => line.split("\t"));
  const book = JSON.parse(readFileSync(new URL("../page/zuko.json", import.meta.url), "utf8"));
  assert.equal(book.length, 100);
  rows.forEach(([sfen, length], i) => {
    assert.equal(book[i][0].split(" ")[0], sfen.split(" ")[0]);
    assert.equal(book[i][1], Number(length));
  });
});
