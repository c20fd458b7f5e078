// Solving: verdict, line, variations and tries, live figures, stop.
import assert from "node:assert/strict";
import { test } from "node:test";
import { KINDS, MORE_KINDS, each, hash, open, say, sees, sfen, shot, square, text, view } from "./support.mjs";

const ZUKO3 = "#solve?sfen=2p1g+P3/1P1p1pp2/l1P1g1S+r1/P1B1P1+p2/1p3l3/1kN6/9/2+B6/1r7_b_GS2N2Pg2sn2l5p_1";
const ZUKO5 = "#solve?sfen=n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9_b_B2P_1";
const ZUKO1 = "#solve?sfen=1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6_b_SP_1";

each("set up, solve, step, look at variations and tries", async (page, kind) => {
  await page.press_('[data-key="clear"]');
  for (const [piece, place] of [["P", "5c"], ["R", "b:"], ["S", "b:"]]) {
    await page.press_(`[data-place="box:${piece}"]`);
    await page.press_(place.includes(":") ? `[data-place="${place}"]` : square(place));
  }
  assert.equal(await sfen(page), "4k4/9/4P4/9/9/9/9/9/9 b RS 1");
  await view(page, "solve");
  await sees(page, ".verdict", say(kind, "Mate.*in 3", "詰み.*3手"));
  await sees(page, ".verdict", say(kind, "proved", "証明済み"));
  assert.equal(await page.locator(".moves li").count(), 3);
  await sees(page, ".moves", say(kind, "R\\*5b", "▲５二飛"));
  await page.press_('[data-key="step_on"]');
  assert.match(await page.locator(square("5b")).getAttribute("aria-label"), /rook|飛/);
  await sees(page, ".explorer", say(kind, "Answers", "応手"));
  await page.locator('[data-key="move-5a6a"]').waitFor();
  // A variation is followed, and the main line is one press away.
  await page.press_('[data-key="move-5a6a"]');
  assert.match(await hash(page), /moves=R\*5b_5a6a_/);
  await page.press_('[data-key="main-line"]');
  await page.press_('[data-key="step_first"]');
  // A try fails, and the reason opens.
  await page.locator('[data-key="move-5c5b+"]').waitFor();
  await sees(page, ".explorer", say(kind, "no mate", "不詰"));
  await page.press_(".explorer .nomate summary");
  await page.locator(".tree .row").first().waitFor();
  await page.press_(".tree .row");
  assert.match(await hash(page), /moves=/);
}, MORE_KINDS);

each("a classic of 21 plies, from its address and again after a reload", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + ZUKO5);
  await sees(page, ".verdict", "21");
  await page.press_('[data-key="ply-3"]');
  // Stepping does not wait for the end of the search; what follows may still become better.
  await page.locator('[data-key="again"]').waitFor();
  assert.equal(await page.locator('[data-key="main-line"]').count(), 0, "the board follows the main line");
  const before = await hash(page);
  assert.match(before, /ply=3/);
  await page.reload();
  await sees(page, ".stepper", "3 / 21");
  await sees(page, ".verdict", "21");
  await sees(page, ".stepper", "3 / 21");
  assert.equal(await hash(page), before);
  await page.locator(".explorer .row").first().waitFor();
  await shot(page, `solve-${kind.name.replaceAll(" ", "-")}`, { fullPage: kind.isMobile });
});

test("a press counts although the page changes before the release", async () => {
  const page = await open(KINDS[0], "#solve?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RS_1");
  await page.locator('[data-key="again"]').waitFor();
  await page.locator('[data-key="step_on"]').hover();
  await page.mouse.down();
  await page.evaluate(() => new Promise((changed) => {
    window.addEventListener("hashchange", changed);
    location.hash += "&name=new";
  }));
  assert.equal(await text(page, ".title"), "");
  await page.mouse.up();
  await sees(page, ".stepper", "1 / 3");
  await sees(page, ".title", "new");
  // Nothing of the page was pressed at the end, so what changes is drawn at once.
  await page.evaluate(() => { location.hash = location.hash.replace("name=new", "name=newer"); });
  await sees(page, ".title", "newer");
  await page.close_();
});

test("lengths by the rules and with every interposition", async () => {
  const page = await open(KINDS[0], "#solve?sfen=6+P1k/9/7G1/9/9/9/9/9/4R4_b_-_1");
  await sees(page, ".verdict", "in 1");
  await sees(page, ".verdict", "15 with every interposition");
  await page.close_();
});

for (const kind of KINDS) {
  test(`a followed link does not spoil the solution (${kind.name})`, async () => {
    const page = await open(kind, "#solve?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RS_1");
    await sees(page, ".verdict", "3");
    const asked = [];
    page.on("request", (request) => request.url().endsWith("api/run") && asked.push(JSON.parse(request.postData())));
    await page.evaluate(() => { location.hash = "#play?sfen=4k4/9/4P4/9/9/9/9/9/9_b_G_1"; });
    await page.waitForFunction(() => document.querySelector(".headline.yours"));
    await sees(page, ".verdict", say(kind, "Mate in 1", "1手詰"));
    await page.waitForTimeout(300);
    assert.equal(await hash(page), "#play?sfen=4k4/9/4P4/9/9/9/9/9/9_b_G_1");
    assert.equal(asked.filter(({ command }) => command === "solve").length, 1, "the view that was left searched as well");
    await page.close_();
  });
}

test("a search that ends while another view is shown leaves its line alone", async () => {
  const page = await open(KINDS[0]);
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await page.route("**/api/run", async (route) => {
    const { command, algorithm } = JSON.parse(route.request().postData());
    if (command === "solve" && algorithm) await held;
    await route.continue();
  });
  await page.evaluate(() => { location.hash = "#solve?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RS_1"; });
  await page.locator('[data-key="stop"]').waitFor();
  await view(page, "play");
  await page.waitForFunction(() => document.querySelector(".headline.yours"));
  const ended = page.waitForResponse((response) => JSON.parse(response.request().postData() ?? "{}").algorithm);
  release();
  await (await ended).finished();
  await page.waitForTimeout(300);
  assert.equal(await hash(page), "#play?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RS_1");
  // Back there, the line is on the board.
  await view(page, "solve");
  await sees(page, ".stepper", "0 / 3");
  await page.close_();
});

each("searching again and stopping keeps the mate that is known", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + ZUKO3);
  await sees(page, ".verdict", "45");
  await page.press_('[data-key="stop"]');
  await page.locator('[data-key="again"]').waitFor();
  const known = say(kind, "Mate.*at most 45", "詰み.*45手以内");
  await sees(page, ".verdict", known);
  // The second search finds nothing: it is stopped before it begins.
  await page.route("**/api/run", async (route) => {
    const request = JSON.parse(route.request().postData());
    await route.continue({ postData: JSON.stringify(request.command === "solve" ? { ...request, nodes: 1 } : request) });
  });
  const answered = page.waitForResponse("**/api/run");
  await page.press_('[data-key="again"]');
  assert.match(await (await answered).text(), /"verdict":"unknown"/);
  await page.locator('[data-key="again"]').waitFor();
  await sees(page, ".verdict", known);
  assert.equal(await page.locator(".moves li").count() > 40, true);
});

test("moves have Japanese names before the engine has named them", async () => {
  const page = await open(KINDS[1]);
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await page.route("**/api/run", async (route) => {
    if (JSON.parse(route.request().postData()).lines) await held;
    await route.continue();
  });
  await page.goto(page.url().split("#")[0] + ZUKO5);
  await sees(page, ".verdict", "21");
  const names = () => page.locator(".moves button").evaluateAll((buttons) => buttons.map((button) => button.lastChild.textContent));
  const rough = await names();
  assert.deepEqual(rough.slice(0, 6), ["▲６三角", "△８四玉", "▲９三飛成", "△同　玉", "▲９二飛不成", "△８三玉"]);
  assert.ok(rough.every((name) => /^[▲△]([１-９][一二三四五六七八九]|同)/.test(name)), `${rough}`);
  release();
  await page.locator('[data-key="again"]').waitFor();
  await page.waitForTimeout(500);
  assert.deepEqual((await names()).slice(0, 6), rough.slice(0, 6));
  await page.close_();
});

each("no mate", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + "#solve?sfen=4k4/9/4P4/9/9/9/9/9/9_b_P_1");
  await sees(page, ".verdict", say(kind, "No mate", "不詰"));
});

each("a long search shows figures and is stopped with what is known", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + ZUKO1);
  await page.locator('[data-key="stop"]').waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".plot .pn").length > 0);
  await shot(page, `searching-${kind.name.replaceAll(" ", "-")}`);
  await page.press_('[data-key="stop"]');
  await page.locator('[data-key="again"]').waitFor();
  await sees(page, ".verdict", say(kind, "Unknown|Mate", "不明|詰み"));
});

each("the first mate is shown at once, shorter ones as they come, and a stop keeps the best", async (page, kind) => {
  // What the verdict says, one after the other.
  await page.evaluate(() => {
    window.said = [];
    new MutationObserver(() => {
      const text = document.querySelector(".verdict")?.textContent ?? "";
      if (text !== window.said.at(-1)) window.said.push(text);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await page.evaluate((hash) => { location.hash = hash; }, ZUKO3);
  await page.waitForFunction(() => window.said.filter((text) => /45/.test(text)).length > 0);
  const said = await page.evaluate(() => window.said);
  const lengths = said.map((text) => Number(text.match(/at most (\d+)|(\d+)手以内/)?.slice(1).find(Boolean))).filter(Boolean);
  assert.ok(lengths.length > 1 && lengths.every((length, i) => !i || length < lengths[i - 1]), `${said}`);
  assert.match(said.find((text) => /45/.test(text)), say(kind, /Looking for a shorter mate/, /より短い詰みを探しています/));
  await page.press_('[data-key="stop"]');
  await page.locator('[data-key="again"]').waitFor();
  await sees(page, ".verdict", say(kind, "at most 45.*A shorter mate may exist", "45手以内.*より短い詰みがあるかも"));
  assert.equal(await page.locator(".moves li").count() > 40, true);
});

test("algorithm and limits under more; searches are compared", async () => {
  const page = await open(KINDS[0], "#solve?sfen=4k4/9/4P4/9/9/9/9/9/9_b_RS_1");
  await sees(page, ".verdict", "in 3");
  // The mate is shown before the search has ended, and a search that another one ends is not compared.
  await page.locator('[data-key="again"]').waitFor();
  await page.locator(".more summary").click();
  await page.locator("#algorithm").fill("dfpn+tca");
  await page.locator("#limit-time").fill("30");
  await page.locator('[data-key="search-with"]').click();
  await page.locator(".runs").waitFor();
  assert.equal(await page.locator(".runs tbody tr").count(), 2);
  assert.match(await text(page, ".runs"), /dfpn\+tca/);
  page.expected = /status of 400/;
  await page.locator("#algorithm").fill("nonsense");
  await page.locator('[data-key="search-with"]').click();
  await page.locator(".verdict .bad").waitFor();
  assert.match(await text(page, ".verdict"), /nonsense/);
  await page.close_();
});
