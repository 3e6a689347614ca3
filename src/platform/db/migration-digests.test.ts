import assert from "node:assert/strict";
import { test } from "node:test";
import { addDigests, findDigestFaults } from "./migration-digests.ts";

const digest = (digit: string) => digit.repeat(64);
const file = (name: string, digit: string) => ({ name, sql: "", sha256: digest(digit) });
const line = (name: string, digit: string) => `${digest(digit)}  ${name}\n`;

const FIRST = file("2026-01-01-0000-first.sql", "a");
const SECOND = file("2026-01-02-0000-second.sql", "b");
const LIST = line(FIRST.name, "a") + line(SECOND.name, "b");

const CASES: [string, files: (typeof FIRST)[], text: string, faults: RegExp[]][] = [
  ["all as they were", [FIRST, SECOND], LIST, []],
  ["in another order", [SECOND, FIRST], LIST.split("\n").toReversed().join("\n"), []],
  ["with line ends of another system", [FIRST, SECOND], LIST.replaceAll("\n", "\r\n"), []],
  ["the same line twice, as a merge leaves it", [FIRST, SECOND], LIST + LIST, []],
  [
    "a changed file",
    [{ ...FIRST, sha256: digest("c") }, SECOND],
    LIST,
    [/^2026-01-01-0000-first\.sql was changed/],
  ],
  ["a removed file", [SECOND], LIST, [/^2026-01-01-0000-first\.sql is gone/]],
  [
    "a renamed file",
    [file("2026-01-03-0000-first.sql", "a"), SECOND],
    LIST,
    [/first\.sql is gone/, /2026-01-03-0000-first\.sql has no digest: run npm run generate/],
  ],
  ["all removed", [], LIST, [/first\.sql is gone/, /second\.sql is gone/]],
  [
    "a new file that has no line",
    [FIRST, SECOND, file("2026-01-03-0000-third.sql", "d")],
    LIST,
    [/third\.sql has no digest/],
  ],
  ["two digests of one file", [FIRST, SECOND], LIST + line(FIRST.name, "e"), [/first\.sql has two digests/]],
  [
    "a line that is cut off",
    [FIRST],
    line(FIRST.name, "a").slice(3),
    [/a line that is no digest/, /first\.sql has no digest/],
  ],
  [
    "marks of a conflict",
    [FIRST, SECOND],
    `<<<<<<< HEAD\n${LIST}`,
    [/a line that is no digest: <<<<<<< HEAD/],
  ],
  ["an empty list", [FIRST], "", [/first\.sql has no digest/]],
];

test("the list refuses what was done to migrations that stand in it", () => {
  for (const [what, files, text, expected] of CASES) {
    const faults = findDigestFaults(files, text);
    assert.equal(faults.length, expected.length, `${what}: ${faults.join("; ")}`);
    for (const [index, words] of expected.entries()) assert.match(faults[index] ?? "", words, what);
  }
});

test("new files are added in the order of names; no digest that is there is replaced, and no line goes away", () => {
  const changed = { ...FIRST, sha256: digest("c") };
  assert.equal(addDigests([changed, SECOND], line(FIRST.name, "a")), LIST);
  assert.equal(addDigests([SECOND], line(FIRST.name, "a")), LIST);
  assert.equal(addDigests([FIRST, SECOND], ""), LIST);
  assert.equal(
    addDigests([FIRST, SECOND], line(SECOND.name, "b") + line(FIRST.name, "a") + line(SECOND.name, "b")),
    LIST,
  );
});
