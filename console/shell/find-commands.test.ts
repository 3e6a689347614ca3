import assert from "node:assert/strict";
import { test } from "node:test";
import { findCommands, type PaletteEntry } from "./find-commands.ts";

const entries: PaletteEntry[] = [
  { label: "Orders", hint: "Page", keywords: [] },
  { label: "New order", hint: "Command", keywords: ["create", "parcel"] },
  { label: "Return reasons", hint: "Settings", keywords: ["Why an order comes back.", "Devolução"] },
];
const find = (text: string) => findCommands(entries, text).map(({ label }) => label);

test("each word of the text begins a word of the entry, labels first", () => {
  assert.deepEqual(find("ord"), ["Orders", "New order", "Return reasons"]);
  assert.deepEqual(find("order NEW"), ["New order"]);
  assert.deepEqual(find("create parcel"), ["New order"]);
  assert.deepEqual(find("settings ret"), ["Return reasons"]);
});

test("accents and case make no difference", () => {
  assert.deepEqual(find("DEVOLUCAO"), ["Return reasons"]);
  assert.deepEqual(find("devolução"), ["Return reasons"]);
});

test("a part inside a word, another word and signs alone find nothing", () => {
  assert.deepEqual(find("rders"), []);
  assert.deepEqual(find("order 1234"), []);
  assert.deepEqual(find(" - "), []);
});
