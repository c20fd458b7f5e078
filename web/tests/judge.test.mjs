// Judging problems.
import assert from "node:assert/strict";
import { test } from "node:test";
import { KINDS, each, hash, open, say, sees, shot, text, view } from "./support.mjs";

each("a cook and a piece left over, each a press away from the board", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + "#judge?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RG_1");
  await sees(page, ".verdict", say(kind, "Unsound", "不完全作"));
  await sees(page, ".findings.reasons", say(kind, "cook", "余詰"));
  await sees(page, ".findings.reasons", say(kind, "piece left in hand", "駒余り"));
  await page.press_('[data-key="reasons-0"]');
  assert.match(await hash(page), /moves=R\*5b_.*ply=1/);
  await sees(page, ".stepper", "1 / 3");
  await shot(page, `judge-${kind.name.replaceAll(" ", "-")}`);
});

each("a sound problem; rules and strictness are switched", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + "#judge?sfen=8k/6S2/8N/9/8N/9/9/9/9_b_-_1");
  await page.waitForFunction(() => document.querySelector(".verdict .headline"));
  await sees(page, ".settled", /\d/);
  const before = await text(page, ".headline strong");
  assert.ok(before.length > 1);
  await page.locator("#rules").selectOption("raw");
  await page.waitForFunction(() => document.querySelector('[data-key="again"]'));
  await page.press_("#strict");
  await page.waitForFunction(() => document.querySelector('[data-key="again"]'));
  assert.equal(await page.locator("#strict").isChecked(), true);
  assert.equal(await page.locator('[data-key="certificate"]').count(), 0);
});

test("change a piece and it judges again", async () => {
  const page = await open(KINDS[0], "#judge?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RG_1");
  await sees(page, ".verdict", "Unsound");
  await view(page, "setup");
  await page.press_('[data-place="b:R"]');
  await page.press_('[data-place="box:"]');
  await view(page, "judge");
  await sees(page, ".verdict", "in 1");
  await page.waitForFunction(() => /^(Sound|Sound with flaws)/.test(document.querySelector(".headline strong")?.textContent ?? ""));
  await page.close_();
});

test("a judgement can be stopped", async () => {
  const page = await open(KINDS[0], "#judge?sfen=1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6_b_SP_1");
  await page.locator('[data-key="stop"]').waitFor();
  await page.waitForTimeout(1500);
  await page.locator('[data-key="stop"]').click();
  await page.locator('[data-key="again"]').waitFor();
  await page.waitForFunction(() => document.querySelector(".headline strong"));
  await page.close_();
});
