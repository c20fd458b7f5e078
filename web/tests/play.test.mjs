// Playing against the solver, both sides.
import assert from "node:assert/strict";
import { test } from "node:test";
import { KINDS, each, hash, open, say, sees, shot, sleep, square, text, view } from "./support.mjs";

const start = "#play?sfen=8k/6S2/8N/9/8N/9/9/9/9_b_-_1";
/** 将棋図巧 1: a mate is found in two seconds; the shortest, of 69 plies, takes half a minute. */
const zuko1 = "#play?sfen=1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6_b_SP_1";
/** The most milliseconds for an answer. A machine that is busy with other things gets more. */
const LONGEST = process.env.QUIET ? 5000 : 10_000;
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

test("the attacker may have a king as well", async () => {
  const page = await open(KINDS[0], "#play?sfen=4k4/9/4P4/9/9/9/9/9/4K4_b_G_1");
  await move(page, "b:G", "5b");
  await sees(page, ".verdict", "Mate!");
  await page.close_();
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

/** Goes to an address where searches hold back some events until the page's `release()` is called. */
async function goHolding(page, events, address) {
  await page.evaluate((names) => {
    const { fetch } = window;
    const released = new Promise((resolve) => { window.release = resolve; });
    const held = new RegExp(`{"event":"(${names.join("|")})"`);
    window.fetch = async (url, options) => {
      const response = await fetch(url, options);
      if (!options?.body?.includes('"solve"')) return response;
      const hold = new TransformStream({
        async transform(chunk, controller) {
          const at = chunk.search(held);
          if (at >= 0) {
            controller.enqueue(chunk.slice(0, at));
            await released;
          }
          controller.enqueue(chunk.slice(Math.max(at, 0)));
        },
      });
      return new Response(response.body.pipeThrough(new TextDecoderStream()).pipeThrough(hold).pipeThrough(new TextEncoderStream()), response);
    };
  }, events);
  await page.goto(page.url().split("#")[0] + address);
}
const release = (page) => page.evaluate(() => window.release());
/** Waits for an answer, no longer than a player does. */
async function answers(page, selector, pattern) {
  const began = Date.now();
  await sees(page, selector, pattern);
  const took = Date.now() - began;
  assert.ok(took < LONGEST, `${took} ms`);
}

each("a hint and a reply come at once, as they are known so far", async (page, kind) => {
  const soFar = say(kind, "So far a mate in at most \\d+", "いまのところ\\d+手");
  await page.goto(page.url().split("#")[0] + zuko1);
  await ready(page);
  await page.press_('[data-key="hint"]');
  await answers(page, ".hint-text", say(kind, "So far|No mate found so far", "いまのところ|まだ詰みが見つかりません"));
  await sees(page, ".hint-text", soFar);
  await shot(page, `play-hint-${kind.name.replaceAll(" ", "-")}`);
  await move(page, "b:S", "5d");
  await answers(page, ".verdict", say(kind, "Your move.*so far; not proved", "あなたの番.*いまのところ最長"));
  await shot(page, `play-reply-${kind.name.replaceAll(" ", "-")}`);
  await page.press_('[data-key="hint"]');
  await answers(page, ".hint-text", soFar);
});

each("what is known so far is said to be so until it is proved", async (page, kind) => {
  await goHolding(page, ["done"], start);
  await ready(page);
  await page.press_('[data-key="hint"]');
  await answers(page, ".hint-text", say(kind, "So far a mate in at most \\d+", "いまのところ\\d+手"));
  await move(page, "1c", "2a");
  await answers(page, ".verdict", say(kind, "The longest resistance so far; not proved", "いまのところ最長の応手です（未証明）"));
  await page.press_('[data-key="hint"]');
  await answers(page, ".hint-text", say(kind, "So far", "いまのところ"));
  await release(page);
  await sees(page, ".hint-text", say(kind, "^Mate in 1\\.", "^1手詰。"));
  await page.waitForFunction(() => !/so far|いまのところ/.test(document.querySelector(".verdict").textContent));
});

each("without a mate in time the player gets an answer all the same", async (page, kind) => {
  await goHolding(page, ["found", "done"], start);
  await ready(page);
  await page.press_('[data-key="hint"]');
  await answers(page, ".hint-text", say(kind, "No mate found so far", "まだ詰みが見つかりません"));
  // A check that does not mate is not called wrong before that is known.
  await move(page, "3b", "2a", true);
  await answers(page, ".verdict", say(kind, "Your move.*on a guess", "あなたの番.*とりあえずの応手"));
  assert.match(await hash(page), /moves=3b2a\+_1a\w+/);
  assert.equal(await page.locator(".refuted").count(), 0);
  await shot(page, `play-guess-${kind.name.replaceAll(" ", "-")}`);
  await release(page);
  await sees(page, ".refuted", say(kind, "no mate", "詰みません"));
  assert.doesNotMatch(await text(page, ".verdict"), /guess|とりあえず/);
});

each("a guess that was not the best answer is called so later", async (page, kind) => {
  await goHolding(page, ["found", "done"], "#play?sfen=5R2B/7gL/8k/9/6S1N/9/9/9/9_b_-_1");
  await move(page, "1a", "2b", true);
  await answers(page, ".verdict", say(kind, "Your move.*on a guess", "あなたの番.*とりあえずの応手"));
  assert.match(await hash(page), /moves=1a2b\+_1c2b/);
  await release(page);
  await sees(page, ".verdict", say(kind, "K1c-1d was better", "最善手は△１四玉でした"));
  await page.press_('[data-key="take_back"]');
  await move(page, "1a", "2b", true);
  await page.waitForFunction(() => location.hash.includes("1a2b+_1c1d"));
});

test("an answer to a check in a problem that takes minutes", async () => {
  // A bare king; that this check does not mate takes fourteen million nodes.
  const page = await open(KINDS[0], "#play?sfen=9/9/9/9/9/9/9/6k2/9_b_4G4SNL3P_1");
  await move(page, "b:L", "3i");
  await answers(page, ".verdict", "Your move.*on a guess");
  await page.press_('[data-key="hint"]');
  await answers(page, ".hint-text", "No mate found so far");
  await page.close_();
});

each("you defend, and it says that it has found no mate yet", async (page, kind) => {
  await goHolding(page, ["found", "done"], "#play?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RS_1");
  await ready(page);
  await page.press_("#side-defend");
  await answers(page, ".verdict", say(kind, "No mate found so far. It moves as soon", "まだ詰みが見つかりません。見つかりしだい指します"));
  await release(page);
  await page.waitForFunction(() => location.hash.includes("moves=R*5b"));
  await sees(page, ".verdict", say(kind, "Your move", "あなたの番"));
});

test("a search goes on when its view is entered again", async () => {
  const page = await open(KINDS[0], zuko1);
  await ready(page);
  await page.press_('[data-key="hint"]');
  await view(page, "setup");
  await sleep(200);
  await view(page, "play");
  await sees(page, ".hint-text", "So far a mate in at most");
  await page.close_();
});
