import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import * as browser from "../src/runtime.browser.ts";
import { byteLength, sha256 } from "../src/runtime.ts";

const SOURCES = path.resolve(import.meta.dirname, "../src");

test("hashes and measures text in a browser as in Node, for any length and script", () => {
  for (let length = 0; length < 200; length++) {
    const text = "ab".repeat(length).slice(0, length);
    assert.equal(browser.sha256(text), sha256(text));
  }
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      assert.equal(browser.sha256(text), sha256(text));
      assert.equal(browser.byteLength(text), byteLength(text));
    }),
  );
  // FIPS 180-4, example of one block.
  assert.equal(browser.sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("uses Node only through one file, so that the rest runs in a browser unchanged", async () => {
  const names: string[] = [];
  for await (const file of glob("**/*.ts", { cwd: SOURCES })) {
    const text = await readFile(path.join(SOURCES, file), "utf8");
    if (file !== "runtime.ts" && /from "node:|\bBuffer\b|\bprocess\./.test(text)) names.push(file);
  }
  assert.deepEqual(names, []);
});
