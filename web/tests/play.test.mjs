// Playing against the solver, both sides.
import assert from "node:assert/strict";
import { test } from "node:test";
import { KINDS, each, hash, open, say, sees, shot, square, text, view } from "./support.mjs";

const start = "#play?sfen=8k/6S2/8N/9/8N/9/9/9/9_b_-_1";
const ready = (page) => page.waitForFunction(() => document.querySelector(".headline.yours"));
const move = async (page, from, to, promote) => {
  await ready(page);
  await page.press_(from.includes(":") ? `[data-place="${from}"]` : square(from));
  await page.press_(square(to));
  if (promote !== undefined) await page.press_(`[data-key="${promote ? "promote" : "decline"}"]`);
};

each("you attack: a wrong check is refuted and explained, the right one mates", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + start);
  await sees(page, ".verdict", say(kind, "Mate in 3", "3手詰"));
  // 2a with the silver is a check that does not mate.
  await move(page, "3b", "2a", true);
  await sees(page, ".refuted", say(kind, "no mate", "詰みません"));
  assert.match(await hash(page), /moves=3b2a\+_1a1b/);
  await page.press_(".refuted summary");
  await page.locator(".refuted .tree .row").first().waitFor();
  await shot(page, `play-why-${kind.name.replaceAll(" ", "-")}`);
  await page.press_('[data-key="take_back"]');
  await ready(page);
  assert.match(await page.locator(square("3b")).getAttribute("aria-label"), /silver|銀/);
  // Hints by degrees: the piece, the square, the move.
  for (const pattern of [say(kind, "piece that is marked", "印の駒"), say(kind, "marked square", "印のマス"), say(kind, "Play N1c-2a\\+", "２一桂成")]) {
    await page.press_('[data-key="hint"]');
    await sees(page, ".hint-text", pattern);
  }
  await move(page, "1c", "2a");
  // It answers with its longest resistance.
  await page.waitForFunction(() => location.hash.includes("1c2a+_1a1b"));
  await move(page, "1e", "2c", true);
  await sees(page, ".verdict", say(kind, "Mate!", "詰みました"));
  await sees(page, ".verdict", say(kind, "3 plies.*3 hints, 1 take-back\\.", "3手.*ヒント3回、待った1回"));
  await shot(page, `play-${kind.name.replaceAll(" ", "-")}`);
});

test("moves that are no checks or no moves are refused", async () => {
  const page = await open(KINDS[0], start);
  await move(page, "3b", "4c", false);
  await sees(page, "#toast", "not a check");
  await move(page, "3b", "9i");
  await sees(page, "#toast", "not a legal move");
  assert.doesNotMatch(await hash(page), /moves/);
  await page.close_();
});

each("you defend: it mates", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + "#play?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RS_1");
  await sees(page, ".verdict", say(kind, "Your move", "あなたの番"));
  await page.press_("#side-defend");
  await page.waitForFunction(() => location.hash.includes("moves=R*5b"));
  await move(page, "5a", "6a");
  await sees(page, ".verdict", say(kind, "You are mated", "詰まされました"));
  assert.match(await hash(page), /moves=R\*5b_5a6a_S\*7b/);
});

test("by keyboard alone, and again after a reload in the middle", async () => {
  const page = await open(KINDS[0], start);
  await ready(page);
  await page.locator(square("1c")).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  for (const key of ["ArrowUp", "ArrowUp", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
  await page.waitForFunction(() => location.hash.includes("1c2a+_1a1b"));
  await page.reload();
  await ready(page);
  assert.match(await text(page, ".stepper"), /2 \/ 2/);
  await move(page, "1e", "2c", true);
  await sees(page, ".verdict", "Mate!");
  await page.locator('[data-key="give_up"]').click();
  await sees(page, ".verdict", "in 3");
  await view(page, "play");
  await page.close_();
});

test("a position without mate says so", async () => {
  const page = await open(KINDS[0], "#play?sfen=4k4/9/4P4/9/9/9/9/9/9_b_P_1");
  await sees(page, ".verdict", "No solution known");
  await page.close_();
});
