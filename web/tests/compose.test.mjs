// Composing: repairs and steps back of the position on the board, runs from nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { KINDS, each, hash, open, say, sees, sfen, shot, text, view } from "./support.mjs";

const START = "#compose?sfen=6s2/5Sk1s/9/6G2/9/9/9/9/9_b_-_1";

each("steps back grow a gallery; one is picked, undone, judged", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + START);
  await page.press_("#strategy-reverse");
  await page.press_('[data-key="compose"]');
  await page.locator(".gallery button").nth(1).waitFor({ timeout: 90_000 });
  if (await page.locator('[data-key="stop"]').count()) await page.press_('[data-key="stop"]');
  await page.locator('[data-key="compose"]').waitFor();
  await page.press_('[data-key="work-0"]');
  assert.notEqual(await sfen(page), "6s2/5Sk1s/9/6G2/9/9/9/9/9 b - 1");
  await shot(page, `compose-${kind.name.replaceAll(" ", "-")}`, { fullPage: kind.isMobile });
  // A run that was stopped goes on, also after a reload.
  const found = await page.locator(".gallery button").count();
  await page.reload();
  await page.locator(".gallery button").nth(found - 1).waitFor();
  const first = await sfen(page);
  await page.press_('[data-key="work-1"]');
  await page.press_('[data-key="go-on"]');
  await sees(page, "#panel", say(kind, "problem", "作"));
  if (await page.locator('[data-key="stop"]').count()) await page.press_('[data-key="stop"]');
  await page.press_('[data-key="judge-picked"]');
  await page.waitForFunction(() => /^(Sound|完全作|キズあり)/.test(document.querySelector(".headline strong")?.textContent ?? ""), undefined, { timeout: 60_000 });
  await view(page, "setup");
  await page.press_('[data-key="undo"]');
  assert.equal(await sfen(page), first);
});

test("a repair of an unsound position", async () => {
  const page = await open(KINDS[0], "#compose?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RG_1");
  await page.locator("#compose-shortest").fill("3");
  await page.locator("#compose-longest").fill("5");
  await page.press_('[data-key="compose"]');
  await page.locator(".gallery button").first().waitFor({ timeout: 120_000 });
  if (await page.locator('[data-key="stop"]').count()) await page.press_('[data-key="stop"]');
  await page.locator('[data-key="compose"]').waitFor();
  assert.match(await text(page, ".gallery button span"), /[35] plies/);
  await page.close_();
});

test("other pieces on the squares of the position", async () => {
  const page = await open(KINDS[1], START);
  await page.press_("#strategy-shape-keeping");
  await page.locator("#compose-shortest").fill("1");
  await page.locator("#compose-longest").fill("9");
  await page.press_('[data-key="compose"]');
  await page.locator(".gallery button").first().waitFor({ timeout: 120_000 });
  if (await page.locator('[data-key="stop"]').count()) await page.press_('[data-key="stop"]');
  await page.locator('[data-key="compose"]').waitFor();
  await page.press_('[data-key="work-0"]');
  assert.match(await hash(page), /^#compose\?sfen=/);
  await page.close_();
});

test("a random run is stopped at once", async () => {
  const page = await open(KINDS[0], START);
  await page.press_("#strategy-random");
  await page.press_('[data-key="compose"]');
  await page.locator('[data-key="stop"]').waitFor();
  await sees(page, "#panel .note[role=status]", "judged");
  await page.press_('[data-key="stop"]');
  await page.locator('[data-key="go-on"]').waitFor();
  await page.close_();
});
