import assert from "node:assert/strict";
import { test } from "node:test";
import { countBytes, shortenValue, splitText, takeWhatFits } from "./answer-size.ts";

const MAX = 300;
const long = "x".repeat(50);
const section = (name: string, paragraphs: number) => `## ${name}\n\n${`${long}\n\n`.repeat(paragraphs)}`;

const TEXTS: [string, string, number][] = [
  ["a short text is one part", "# Guide\n\nShort.\n", 1],
  ["sections that fit stay whole", section("One", 4) + section("Two", 4), 2],
  ["short sections share a part", section("One", 1) + section("Two", 1), 1],
  [
    "a long section is cut at its headings",
    `## Big\n\n${section("x", 4).slice(1)}### Inner\n\n${long.repeat(4)}\n`,
    2,
  ],
  ["paragraphs are cut when there are no headings", `${long}\n\n`.repeat(12), 3],
  ["lines are cut when there are no paragraphs", `${long}\n`.repeat(12), 3],
  ["letters of other scripts count by their bytes", `${"字".repeat(50)}\n`.repeat(4), 4],
];

for (const [name, text, least] of TEXTS)
  test(`in parts, ${name}`, () => {
    const parts = splitText(text, MAX);
    assert.equal(parts.join(""), text);
    assert.ok(parts.length >= least, `${parts.length} parts`);
    for (const part of parts) assert.ok(countBytes(part) <= MAX, part);
  });

const VALUES: [string, unknown, string[]][] = [
  ["what fits is untouched", { a: [1, 2, 3] }, []],
  ["the longest list is cut", { a: [1, 2], b: Array.from({ length: 200 }, (_one, n) => n) }, ["b"]],
  ["a list inside another", { a: [{ b: Array.from({ length: 300 }, (_one, n) => n) }] }, ["a.0.b"]],
  ["a list of lists", { a: Array.from({ length: 20 }, () => [long, long]) }, ["a"]],
  ["a text, when no list is left", { file: "A".repeat(5000) }, ["file"]],
  ["a text in a list of one", { files: [{ data: "A".repeat(5000) }] }, ["files.0.data"]],
];

for (const [name, value, paths] of VALUES)
  test(`shortened: ${name}`, () => {
    const before = structuredClone(value);
    const { value: short, shortened } = shortenValue(value, 600);
    assert.ok(countBytes(short) <= 600, JSON.stringify(short));
    assert.deepEqual(
      [...new Set(shortened.map(({ path }) => path))].filter((path) => paths.includes(path)),
      paths,
    );
    assert.deepEqual(value, before);
    if (paths.length === 0) assert.equal(short, value);
  });

test("as many items as fit, and at least one", () => {
  assert.equal(takeWhatFits([long, long, long, long, long, long, long], MAX).length, 5);
  assert.equal(takeWhatFits(["x".repeat(1000), "b"], MAX).length, 1);
  assert.deepEqual(takeWhatFits([], MAX), []);
});
