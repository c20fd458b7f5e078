// Brinkmates, Othello and Connect6.
import assert from "node:assert/strict";
import { KINDS, MORE_KINDS, each, hash, open, say, sees, shot, text, view } from "./support.mjs";
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

each("a brinkmate is searched for with the hands as they are written, and the page says so", async (page, kind) => {
  // The README's example, pasted.
  await page.locator("#paste").fill("8k/8g/6P1P/9/9/9/9/9/9 b R 1");
  await page.press_('[data-key="read"]');
  await page.waitForFunction(() => location.hash.includes("8k/8g"));
  await view(page, "brinkmate");
  assert.equal(await page.locator("#hands-written").isChecked(), true);
  await sees(page, "fieldset", say(kind, "hand as set", "指定どおりが既定"));
  await page.press_('[data-key="ask-hisshi"]');
  await sees(page, ".verdict", say(kind, "Brinkmate.*in 1", "必至.*1手"));
  await shot(page, `brinkmate-written-${kind.name.replaceAll(" ", "-")}`, { fullPage: true });
  // The mate problem of the same board gives the defender all that is left.
  await view(page, "solve");
  await page.locator('[data-place="w:R"]').waitFor();
  await sees(page, ".verdict", say(kind, "No mate", "不詰"));
  await view(page, "brinkmate");
  await sees(page, ".verdict", say(kind, "Brinkmate.*in 1", "必至.*1手"));
  await page.press_("#hands-rest");
  assert.match(await hash(page), /hands=rest/);
  await page.locator('[data-place="w:R"]').waitFor();
  await page.reload();
  await page.locator('[data-place="w:R"]').waitFor();
  assert.equal(await page.locator("#hands-rest").isChecked(), true);
});

test("a hand that was written as all the rest stays so in brinkmates", async () => {
  const page = await open(KINDS[0], "#brinkmate?sfen=4k4/9/4P4/9/9/9/9/9/9_b_G2r2b3g4s4n4l17p_1");
  assert.equal(await page.locator("#hands-rest").isChecked(), true);
  await page.locator('[data-place="w:R"]').waitFor();
  await page.close_();
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

each("stones are seen in light and dark colours", async (page) => {
  for (const name of ["connect6", "othello"]) {
    await view(page, name);
    await page.locator(".stone.black").first().waitFor();
    const contrasts = await page.evaluate(() => {
      const rgb = (text) => text.match(/[\d.]+/g).map(Number);
      const luminance = (text) => rgb(text).slice(0, 3).map((value) => value / 255).map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)).reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
      const paper = luminance(getComputedStyle(document.body).backgroundColor);
      return ["black", "white"].map((side) => {
        const { fill, stroke } = getComputedStyle(document.querySelector(`.stone.${side}`));
        return Math.max(...[fill, stroke].map((color) => {
          const [light, dark] = [luminance(color), paper].sort((x, y) => y - x);
          return (light + 0.05) / (dark + 0.05);
        }));
      });
    });
    assert.ok(contrasts.every((one) => one >= 3), `${name}: ${contrasts}`);
    await shot(page, `stones-${name}-${await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)}`);
  }
}, MORE_KINDS);

test("rubbish is refused with words", async () => {
  const page = await open(KINDS[0], "#othello?position=XO_X");
  await sees(page, "#toast", "address");
  await page.locator("#stone-text").fill("nonsense");
  await page.locator('[data-key="read-stones"]').click();
  await sees(page, "#toast", "could not be read");
  assert.match(await text(page, "#stone-text"), /^/);
  await page.close_();
});
