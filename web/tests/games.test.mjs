// Brinkmates, Othello and Connect6.
import assert from "node:assert/strict";
import { KINDS, each, hash, open, say, sees, shot, text, view } from "./support.mjs";
import { test } from "node:test";

const base = (page) => page.url().split("#")[0];

each("a brinkmate, its threat, every defence and its answer", async (page, kind) => {
  await page.goto(base(page) + "#brinkmate?sfen=8k/8g/6P1P/9/9/9/9/9/9_b_R_1&hands=written");
  await page.press_('[data-key="ask-hisshi"]');
  await sees(page, ".verdict", say(kind, "Brinkmate.*in 1", "必至.*1手"));
  await sees(page, ".threat", say(kind, "R\\*2a", "２一飛"));
  assert.equal(await page.locator(".explorer .rows > li").count(), 3);
  await page.press_('[data-key="defence-1b2b"]');
  await sees(page, ".stepper", "2 / 5");
  assert.match(await hash(page), /moves=3c3b\+_1b2b_R\*3a/);
  await shot(page, `brinkmate-${kind.name.replaceAll(" ", "-")}`);
});

each("threatmates, and a position that is lost", async (page, kind) => {
  await page.goto(base(page) + "#brinkmate?sfen=4k4/9/9/9/9/9/9/9/9_b_GS_1&hands=written");
  await page.press_('[data-key="ask-threats"]');
  await sees(page, ".verdict", say(kind, "6 threatmates", "詰めろ6手"));
  await page.press_('[data-key="threat-S*5c"]');
  assert.match(await hash(page), /moves=S\*5c/);
  await page.goto(base(page) + "#brinkmate?sfen=4k4/9/4S4/9/9/9/9/9/4K4_w_G_1&hands=written");
  await page.press_('[data-key="ask-defend"]');
  await sees(page, ".verdict", say(kind, "Brinkmate", "必至"));
  await page.locator('[data-key="defence-5a4a"]').waitFor();
});

each("Othello: set up, solve, step", async (page, kind) => {
  await view(page, "othello");
  await page.press_('[data-key="solve"]');
  await sees(page, ".verdict", say(kind, "Black does not win", "黒は勝てない"));
  await page.press_('[data-key="step_last"]');
  await sees(page, ".verdict", "2 : 34");
  await shot(page, `othello-${kind.name.replaceAll(" ", "-")}`);
  await page.press_('[data-key="step_first"]');
  const before = await hash(page);
  await page.press_("#tool-no_stone");
  await page.press_('[data-cell="c2"]');
  assert.notEqual(await hash(page), before);
  await page.reload();
  assert.match(await page.locator('[data-cell="c2"]').getAttribute("aria-label"), /empty|空き/);
});

each("Connect6: solve, the zone is shaded, the line numbered", async (page, kind) => {
  await view(page, "connect6");
  assert.equal(await page.locator("#example option:checked").innerText(), "LG2097415");
  await page.press_('[data-key="solve"]');
  await sees(page, ".verdict", say(kind, "Black wins", "黒の勝ち"));
  assert.ok(await page.locator(".zone").count() > 3);
  await page.press_('[data-key="step_last"]');
  assert.ok(await page.locator(".number").count() > 3);
  await shot(page, `connect6-${kind.name.replaceAll(" ", "-")}`);
});

test("rubbish is refused with words", async () => {
  const page = await open(KINDS[0], "#othello?position=XO_X");
  await sees(page, "#toast", "address");
  await page.locator("#stone-text").fill("nonsense");
  await page.locator('[data-key="read-stones"]').click();
  await sees(page, "#toast", "could not be read");
  assert.match(await text(page, "#stone-text"), /^/);
  await page.close_();
});
