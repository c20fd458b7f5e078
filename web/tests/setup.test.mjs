// Setting up a position, as a person does it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { KINDS, MORE_KINDS, each, hash, open, say, sees, sfen, shot, sleep, square } from "./support.mjs";

const clear = '[data-key="clear"]';

each("pieces by tap: box, board, hand, promotion, colour", async (page) => {
  await page.press_(clear);
  assert.equal(await sfen(page), "4k4/9/9/9/9/9/9/9/9 b - 1");
  await page.press_('[data-place="box:P"]');
  await page.press_(square("5c"));
  await page.press_(square("9i"));
  await page.press_('[data-place="box:G"]');
  await page.press_('[data-place="b:"]');
  await page.press_('[data-place="box:G"]');
  assert.equal(await sfen(page), "4k4/9/4P4/9/9/9/9/9/P8 b G 1");
  // A second tap promotes, then turns; the third piece goes back into the box.
  await page.press_(square("9i"));
  await page.press_(square("9i"));
  assert.equal(await sfen(page), "4k4/9/4P4/9/9/9/9/9/+P8 b G 1");
  await page.press_(square("9i"));
  await page.press_(square("9i"));
  assert.equal(await sfen(page), "4k4/9/4P4/9/9/9/9/9/p8 b G 1");
  await page.press_(square("9i"));
  await page.press_('[data-key="box-color"]');
  await page.press_(square("9i"));
  // The defender holds the rest by himself: two rooks, three golds, 16 pawns.
  assert.match(await page.locator('[data-place="w:G"]').getAttribute("aria-label"), /3$/);
  assert.match(await page.locator('[data-place="w:P"]').getAttribute("aria-label"), /16$/);
}, MORE_KINDS);

test("pieces by drag, and off the board", async () => {
  const page = await open(KINDS[0], "#setup?sfen=4k4/9/4P4/9/9/9/9/9/9_b_G_1");
  const drag = async (from, to) => {
    const [a, b] = [await page.locator(from).boundingBox(), await page.locator(to).boundingBox()];
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    for (let i = 1; i <= 8; i++) await page.mouse.move(a.x + a.width / 2 + ((b.x + b.width / 2 - a.x - a.width / 2) * i) / 8, a.y + a.height / 2 + ((b.y + b.height / 2 - a.y - a.height / 2) * i) / 8);
    await page.mouse.up();
  };
  await drag(square("5c"), square("4c"));
  assert.equal(await sfen(page), "4k4/9/5P3/9/9/9/9/9/9 b G 1");
  await drag('[data-place="b:G"]', square("5b"));
  assert.equal(await sfen(page), "4k4/4G4/5P3/9/9/9/9/9/9 b - 1");
  await drag(square("4c"), ".box");
  assert.equal(await sfen(page), "4k4/4G4/9/9/9/9/9/9/9 b - 1");
  await drag('[data-place="box:R"]', '[data-place="b:"]');
  assert.equal(await sfen(page), "4k4/4G4/9/9/9/9/9/9/9 b R 1");
  await page.locator(square("5b")).click({ button: "right" });
  assert.equal(await sfen(page), "4k4/4g4/9/9/9/9/9/9/9 b R 1");
  await page.close_();
});

test("pieces by finger drag", async () => {
  const page = await open(KINDS[1], "#setup?sfen=4k4/9/4P4/9/9/9/9/9/9_b_G_1");
  const client = await page.context().newCDPSession(page);
  const centre = async (selector) => {
    const box = await page.locator(selector).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await centre(square("5c")), await centre(square("3d"))];
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  for (let i = 1; i <= 6; i++) await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: from.x + ((to.x - from.x) * i) / 6, y: from.y + ((to.y - from.y) * i) / 6 }] });
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.waitForFunction(() => location.hash.includes("6P2"));
  assert.equal(await sfen(page), "4k4/9/9/6P2/9/9/9/9/9 b G 1");
  await page.close_();
});

each("a position without the defender's king is refused in words", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + "#setup?sfen=9/9/4P4/9/9/9/9/9/9_b_G_1");
  await sees(page, ".remark.bad", say(kind, "the defending side has no king", "玉方の玉がありません"));
  await page.press_('[data-key="clear"]');
  await sees(page, ".remark:not(.bad)", say(kind, "0 possible checks", "王手は0通り"));
});

test("promoted pieces have names to be spoken", async () => {
  const page = await open(KINDS[1], "#setup?sfen=4k4/9/9/4+S4/4+N4/4+L4/4+P4/4+R4/4+B4_b_-_1");
  const names = ["5d", "5e", "5f", "5g", "5h", "5i"].map((place) => page.locator(square(place)).getAttribute("aria-label"));
  assert.deepEqual((await Promise.all(names)).map((name) => name.split(" ").at(-1)), ["成銀", "成桂", "成香", "と", "龍", "馬"]);
  assert.equal(await page.locator('[data-place="box:+S"]').getAttribute("aria-label"), "先手 成銀");
  await page.close_();
});

test("pieces by keyboard alone", async () => {
  const page = await open(KINDS[0], "#setup?sfen=4k4/9/9/9/9/9/9/9/9_b_-_1");
  await page.locator(square("5e")).focus();
  for (const key of ["ArrowUp", "ArrowUp", "p", "ArrowLeft", "s", "+", "ArrowLeft", "G", "ArrowLeft", "n", "Delete"]) await page.keyboard.press(key);
  assert.equal(await sfen(page), "4k4/9/2g+SP4/9/9/9/9/9/9 b - 1");
  // Picked up and put down with Enter.
  for (const key of ["ArrowRight", "Enter", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  assert.equal(await sfen(page), "4k4/9/3+SP4/2g6/9/9/9/9/9 b - 1");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+y");
  assert.equal(await sfen(page), "4k4/9/2g+SP4/9/9/9/9/9/9 b - 1");
  // The box and the hands are buttons as well.
  await page.locator('[data-place="box:P"]').focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator('[data-place="box:P"]').getAttribute("aria-pressed"), "true");
  assert.match(await page.locator(square("6c")).getAttribute("aria-label"), /6c Black promoted silver/);
  await page.close_();
});

each("undo, redo, mirror, shift, hands, sides", async (page) => {
  await page.press_(clear);
  await page.press_('[data-place="box:S"]');
  await page.press_(square("4b"));
  await page.press_('[data-key="mirror"]');
  assert.equal(await sfen(page), "4k4/3S5/9/9/9/9/9/9/9 b - 1");
  await page.press_('[data-key="shift_down"]');
  await page.press_('[data-key="shift_left"]');
  assert.equal(await sfen(page), "9/3k5/2S6/9/9/9/9/9/9 b - 1");
  await page.press_('[data-key="undo"]');
  await page.press_('[data-key="undo"]');
  await page.press_('[data-key="redo"]');
  assert.equal(await sfen(page), "9/4k4/3S5/9/9/9/9/9/9 b - 1");
  await page.press_('[data-key="exchange"]');
  assert.equal(await sfen(page), "9/9/9/9/9/9/5s3/4K4/9 w - 1");
  await page.press_('[data-key="exchange"]');
  assert.equal(await sfen(page), "9/4k4/3S5/9/9/9/9/9/9 b - 1");
  await page.press_("#hands-written");
  assert.equal(await sfen(page), "9/4k4/3S5/9/9/9/9/9/9 b 2r2b4g3s4n4l18p 1");
  await page.press_('[data-place="w:R"]');
  await page.press_('[data-place="b:"]');
  assert.equal(await sfen(page), "9/4k4/3S5/9/9/9/9/9/9 b Rr2b4g3s4n4l18p 1");
  await page.press_("#hands-rest");
  assert.equal(await sfen(page), "9/4k4/3S5/9/9/9/9/9/9 b R 1");
});

const KIF = `手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n`;
each("texts of every format are read", async (page, kind) => {
  const paste = async (content) => {
    await page.locator("#paste").fill(content);
    await page.press_('[data-key="read"]');
  };
  await paste("position startpos moves 7g7f 3c3d");
  await sees(page, "#toast", say(kind, "2 moves", "2手"));
  await paste(KIF);
  await sees(page, "#toast", say(kind, "3 moves", "3手"));
  assert.match(await sfen(page), /^lnsgkgsnl\/1r5b1/);
  await paste("後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n");
  await page.waitForFunction(() => location.hash.includes("4k4/9/4P4/9/9/9/9/9/9_b_G_1"));
  await paste("PI\n+\n+7776FU\n");
  await sees(page, "#toast", say(kind, "1 move\\.", "1手"));
  await paste("開始日時：2020/01/01\n手合割：平手\n▲７六歩 △３四歩\n");
  await sees(page, "#toast", say(kind, "KI2, 2 moves", "KI2、2手"));
  await paste('{"header":{},"initial":{"preset":"HIRATE"},"moves":[{},{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU","color":0}}]}');
  await sees(page, "#toast", say(kind, "JKF, 1 move\\.", "JKF、1手"));
  await paste("4k4/9/4P4/9/9/9/9/9/9 b RG 1");
  await sees(page, "#toast", "SFEN");
  await page.waitForFunction(() => location.hash.includes("4k4/9/4P4/9/9/9/9/9/9_b_RG_1"));
  await paste("this is no position");
  await sees(page, "#toast", ".");
  await sees(page, "#toast", say(kind, "^position: column 1: .t. is not a piece", "^局面：1文字目：「t」は駒でも"));
});

test("a file in Shift-JIS is dropped, text is pasted on the page", async () => {
  const page = await open(KINDS[0]);
  // 「手合割：平手\n   1 ２六歩(27)\n」 in Shift-JIS.
  const bytes = [0x8e, 0xe8, 0x8d, 0x87, 0x8a, 0x84, 0x81, 0x46, 0x95, 0xbd, 0x8e, 0xe8, 0x0a, 0x20, 0x20, 0x20, 0x31, 0x20, 0x82, 0x51, 0x98, 0x5a, 0x95, 0xe0, 0x28, 0x32, 0x37, 0x29, 0x0a];
  await page.evaluate((content) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(content)], "game.kif"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, bytes);
  await sees(page, "#toast", "1 move\\.");
  assert.match(await sfen(page), /^lnsgkgsnl/);
  await page.evaluate(() => navigator.clipboard.writeText("4k4/9/4P4/9/9/9/9/9/9 b RG 1"));
  await page.keyboard.press("Control+v");
  await page.waitForFunction(() => location.hash.includes("4k4/9/4P4/9/9/9/9/9/9_b_RG_1"));
  await page.locator("#file").setInputFiles({ name: "x.kif", mimeType: "", buffer: Buffer.from(bytes) });
  await page.waitForFunction(() => location.hash.includes("lnsgkgsnl"));
  await page.close_();
});

each("an impossible position is named", async (page, kind) => {
  await page.goto(page.url().split("#")[0] + "#setup?sfen=P3k4/9/4P4/9/9/9/9/9/9_b_G_1");
  await page.locator(".remark.bad").waitFor();
  // In the page's language, also when that changes.
  await sees(page, ".remark.bad", say(kind, "P on 9a could never move", "先手の９一歩は行き所のない駒です"));
  await page.getByRole("button", { name: say(kind, "日本語", "English") }).click();
  await sees(page, ".remark.bad", say(kind, "先手の９一歩は行き所のない駒です", "P on 9a could never move"));
  await page.getByRole("button", { name: say(kind, "English", "日本語") }).click();
  await page.goto(page.url().split("#")[0] + "#setup?sfen=rubbish");
  await sees(page, "#toast", say(kind, "address", "アドレス"));
});

each("the address is the position", async (page) => {
  await page.press_(clear);
  await page.press_('[data-place="box:R"]');
  await page.press_(square("1a"));
  const before = await hash(page);
  await page.reload();
  await page.locator(".brand").waitFor();
  assert.equal(await hash(page), before);
  assert.equal(await page.locator(square("1a")).getAttribute("aria-label").then((label) => /rook|飛/.test(label)), true);
  await sleep(300);
});

for (const kind of MORE_KINDS) {
  test(`picture of the set-up (${kind.name})`, async () => {
    const page = await open(kind, "#setup?sfen=n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9_b_B2P_1");
    await page.locator(".remark").filter({ hasText: /\d/ }).waitFor();
    await shot(page, `setup-${kind.name.replaceAll(" ", "-")}`, { fullPage: true });
    await page.close_();
  });
}
