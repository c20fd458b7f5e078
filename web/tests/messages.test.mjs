// Every message exists in both languages and is used; the page asks for no message that does not exist.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { messages } from "../page/messages.js";

const page = new URL("../page/", import.meta.url);
const sources = readdirSync(page, { recursive: true }).filter((name) => name.endsWith(".js") && name !== "messages.js")
  .map((name) => readFileSync(new URL(name, page), "utf8")).join("\n");

test("every message has both languages, with the same values", () => {
  for (const [key, { en, ja }] of Object.entries(messages)) {
    assert.ok(en && ja, key);
    const values = (text) => [...new Set([...text.matchAll(/\{(\w+)[}|]/g)].map((match) => match[1]))].sort().join();
    assert.equal(values(en), values(ja), key);
    assert.doesNotMatch(en, /[\u3040-\u30ff\u4e00-\u9fff]/, `${key} is not English`);
  }
});

test("every message that is asked for exists", () => {
  for (const [, key] of sources.matchAll(/\bt\("([^"]+)"/g)) assert.ok(messages[key], key);
  for (const [, prefix] of sources.matchAll(/\bt\(`([^`$]+)\$\{/g)) {
    assert.ok(Object.keys(messages).some((key) => key.startsWith(prefix)), prefix);
  }
});

test("every message is used", () => {
  const prefixes = [...sources.matchAll(/`(\w+_)\$\{/g)].map((match) => match[1]);
  for (const key of Object.keys(messages)) {
    assert.ok(sources.includes(`"${key}"`) || prefixes.some((prefix) => key.startsWith(prefix)), `${key} is not used`);
  }
});

test("kinds that the judge and the explanations have are named", () => {
  const manual = readFileSync(new URL("../../docs/manual/src/json.md", import.meta.url), "utf8");
  const kinds = [...manual.matchAll(/^\| (?:`judge`)? ?\| `(?:reasons|flaws|open|remarks)` \| (.*) \|$/gm)].flatMap((match) => [...match[1].matchAll(/`([a-z-]+)`/g)].map((one) => one[1]));
  const others = ["kind", "kind_ja", "ply", "move", "position", "length", "line", "proof", "hand", "intended", "distance", "piece", "square"];
  const named = kinds.filter((kind) => !others.includes(kind) || kind === "length");
  assert.ok(named.length >= 10, `${named}`);
  for (const kind of named) assert.ok(messages[`kind_${kind}`], kind);
});
