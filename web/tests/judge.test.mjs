// Judging problems.
import assert from "node:assert/strict";
import { test } from "node:test";
import { KINDS, MORE_KINDS, certificate, each, hash, open, say, sees, shot, text, view } from "./support.mjs";

each("a cook and a piece left over, each a press away from the board", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + "#judge?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RG_1");
  await sees(page, ".verdict", say(kind, "Unsound", "不完全作"));
  await sees(page, ".findings.reasons", say(kind, "cook", "余詰"));
  await sees(page, ".findings.reasons", say(kind, "piece left in hand", "駒余り"));
  await page.press_('[data-key="reasons-0"]');
  assert.match(await hash(page), /moves=R\*5b_.*ply=1/);
  await sees(page, ".stepper", "1 / 3");
  // The board is in sight, on a phone as well.
  const board = await page.locator(".boardset").boundingBox();
  assert.ok(board.y > -board.height / 4 && board.y < kind.viewport.height / 2, `the board is at ${board.y}`);
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
});

each("strict makes a problem with a flaw unsound", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + "#judge?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RS_1");
  await sees(page, ".headline", say(kind, "Sound with flaws", "キズあり"));
  await page.press_("#strict");
  await sees(page, ".headline", say(kind, "Unsound \\(strict\\)", "不完全作（キズも不可）"));
  await sees(page, ".verdict .status", say(kind, "No fault, 1 flaw\\. .*strict", "欠陥なし、キズ1件。厳格"));
  await page.locator(".findings.flaws .row").first().waitFor();
  await shot(page, `strict-${kind.name.replaceAll(" ", "-")}`);
  await page.press_("#strict");
  await sees(page, ".headline", say(kind, "Sound with flaws", "キズあり"));
}, MORE_KINDS);

each("two plies more with a piece left over are a flaw if that is chosen, and the choice is kept", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + "#judge?sfen=4k4/9/3P1P3/9/9/9/9/9/9_b_2GP_1&intended=1");
  await sees(page, ".findings.reasons", say(kind, "longer variation", "変長"));
  await page.press_("#allow_two_plies");
  await sees(page, ".headline", say(kind, "Sound with flaws", "キズあり"));
  await sees(page, ".findings.flaws", say(kind, "longer variation", "変長"));
  await page.reload();
  await sees(page, ".headline", say(kind, "Sound with flaws", "キズあり"));
  assert.equal(await page.locator("#allow_two_plies").isChecked(), true);
  await page.press_("#allow_two_plies");
  await sees(page, ".findings.reasons", say(kind, "longer variation", "変長"));
}, MORE_KINDS);

each("a thorough judge goes on after a fault", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + "#judge?sfen=6R2/8S/8k/9/7G1/9/9/9/9_b_L_1");
  await page.waitForFunction(() => document.querySelector('[data-key="again"]') && document.querySelector(".findings.open"));
  await page.press_("#thorough");
  await page.waitForFunction(() => document.querySelector('[data-key="again"]') && document.querySelector(".findings.reasons") && !document.querySelector(".findings.open"));
  await page.reload();
  await sees(page, ".headline", say(kind, "Unsound", "不完全作"));
  assert.equal(await page.locator("#thorough").isChecked(), true);
}, MORE_KINDS);

each("the intended length is asked for, and kept", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + "#judge?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RS_1");
  await sees(page, ".verdict", say(kind, "in 3", "3手"));
  assert.equal(await page.locator("#intended").inputValue(), "");
  await page.locator("#intended").fill("5");
  await page.locator("#intended").press("Enter");
  await sees(page, ".findings.reasons", say(kind, "shorter mate.*intended 5", "早詰.*作意5手"));
  await shot(page, `intended-${kind.name.replaceAll(" ", "-")}`);
  assert.match(await hash(page), /intended=5/);
  await page.reload();
  await sees(page, ".findings.reasons", say(kind, "shorter mate", "早詰"));
  // It goes when the field is left empty, also without Enter.
  await page.locator("#intended").fill("");
  await page.locator("#intended").blur();
  await page.waitForFunction(() => document.querySelector('[data-key="again"]') && !document.querySelector(".findings.reasons"));
});

test("the length that a book or a record says is the intended one", async () => {
  const page = await open(KINDS[0]);
  await page.locator("#paste").fill("4k4/9/4P4/9/9/9/9/9/9 b RS 1\t5\tWrong\n4k4/9/4P4/9/9/9/9/9/9 b G 1\t1\tRight");
  await page.locator('[data-key="read"]').click();
  await page.locator('[data-key="book-judge"]').click();
  await sees(page, ".findings.reasons", "shorter mate.*intended 5");
  assert.equal(await page.locator("#intended").inputValue(), "5");
  await view(page, "setup");
  const empty = (rank) => `| ・ ・ ・ ・ ・ ・ ・ ・ ・|${rank}`;
  const diagram = ["| ・ ・ ・ ・v玉 ・ ・ ・ ・|一", empty("二"), "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三", ...[..."四五六七八九"].map(empty)];
  await page.locator("#paste").fill(["手数：7手", "後手の持駒：なし", "  ９ ８ ７ ６ ５ ４ ３ ２ １", "+---------------------------+", ...diagram, "+---------------------------+", "先手の持駒：飛　銀", ""].join("\n"));
  await page.locator('[data-key="read"]').click();
  await sees(page, "#toast", "Read: BOD");
  await view(page, "judge");
  await sees(page, ".findings.reasons", "shorter mate.*intended 7");
  // Another position says nothing of a length.
  await page.evaluate(() => { location.hash = "#judge?sfen=4k4/9/4P4/9/9/9/9/9/9_b_G_1"; });
  await sees(page, ".verdict", "in 1");
  assert.equal(await page.locator("#intended").inputValue(), "");
  await page.close_();
});

each("the certificate is saved, and the checker accepts it", async (page, kind) => {
  for (const [hash, claim, japanese] of [
    ["#judge?sfen=4k4/9/4P4/9/9/9/9/9/9_b_G_1", "sound", "完全作、1手詰"],
    ["#judge?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RG_1", "unsound", "不完全作（"],
    ["#solve?sfen=n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9_b_B2P_1", "exactly 21", "ちょうど21手詰"],
    ["#solve?sfen=4k4/9/4P4/9/9/9/9/9/9_b_P_1", "no-mate", "不詰"],
  ]) {
    await page.goto(page.url().split("#")[0] + hash);
    await certificate(page, claim);
    await sees(page, ".certificate", say(kind, `Saved: ${claim}.*yomikiri verify`, `保存しました：${japanese}.*yomikiri verify`));
  }
  await shot(page, `certificate-${kind.name.replaceAll(" ", "-")}`);
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
