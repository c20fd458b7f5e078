// Links and files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { KINDS, each, hash, open, sees, sfen, view } from "./support.mjs";
import { test } from "node:test";

each("link, SFEN, KIF, SVG, PNG", async (page) => {
  await page.goto(page.url().split("#")[0] + "#solve?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RS_1");
  await sees(page, ".verdict", "3");
  await page.press_('[data-key="ply-1"]');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.press_('[data-key="share-link"]');
  await sees(page, "#toast", "Copied|コピー");
  assert.match(await clipboard(), /#solve\?sfen=4k4.*moves=R\*5b_.*ply=1/);
  await page.press_('[data-key="share-sfen"]');
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("4k4/4R4/4P4/"));
  for (const [format, pattern] of [["kif", /５二飛打/], ["svg", /<svg/], ["png", /PNG/]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.press_(`[data-key="share-${format}"]`)]);
    assert.equal(download.suggestedFilename(), `yomikiri.${format}`);
    assert.match(readFileSync(await download.path()).toString(), pattern);
  }
});

test("a link opened on another machine shows the same", async () => {
  const one = await open(KINDS[0], "#solve?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RS_1&moves=R*5b_5a4a_S*3b&ply=2");
  await sees(one, ".verdict", "in 3");
  const link = await hash(one);
  const two = await open(KINDS[1], link);
  await sees(two, ".stepper", "2 / 3");
  assert.equal(await sfen(two), await sfen(one));
  await one.close_();
  await two.close_();
});

test("back and forward go through the views", async () => {
  const page = await open(KINDS[0]);
  await view(page, "solve");
  await sees(page, ".verdict", "in 3");
  await view(page, "judge");
  await page.goBack();
  await page.waitForFunction(() => location.hash.startsWith("#solve"));
  await page.goBack();
  await page.waitForFunction(() => location.hash.startsWith("#setup"));
  await page.close_();
});

test("an address that is followed while the page writes its own is not lost", async () => {
  const page = await open(KINDS[0], "#solve?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RS_1");
  await sees(page, ".verdict", "in 3");
  await page.evaluate(() => {
    location.hash = "#play?sfen=8k/6S2/8N/9/8N/9/9/9/9_b_-_1";
    // The browser says so later; before that a step of the line would write the old view.
    document.querySelector('[data-key="step_on"]').click();
  });
  await page.waitForFunction(() => document.querySelector(".headline.yours"));
  assert.match(await hash(page), /^#play\?sfen=8k/);
  await page.close_();
});

test("language and colours are kept", async () => {
  const page = await open(KINDS[0]);
  await page.getByRole("button", { name: "日本語" }).click();
  await page.getByRole("button", { name: "解く" }).first().waitFor();
  await page.getByRole("button", { name: /配色/ }).click();
  await page.reload();
  await page.getByRole("button", { name: "解く" }).first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "ja");
  await page.close_();
});
