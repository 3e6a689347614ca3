import assert from "node:assert/strict";
import { test } from "node:test";
import { formatBlock, parseBlock, toText } from "./cells.ts";

test("a block of cells is read as a spreadsheet copies it", () => {
  const cases: [string, string[][]][] = [
    ["a", [["a"]]],
    [
      "a\tb\r\nc\td\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a\t\n\tb",
      [
        ["a", ""],
        ["", "b"],
      ],
    ],
    ['"two\nlines"\t"say ""hi"""\nx', [["two\nlines", 'say "hi"'], ["x"]]],
    ['5" pipe\tx', [['5" pipe', "x"]]],
  ];
  for (const [text, rows] of cases) assert.deepEqual(parseBlock(text), rows, JSON.stringify(text));
  const rows = [
    ["a\tb", 'q"'],
    ["", "line\nline"],
  ];
  assert.deepEqual(parseBlock(formatBlock(rows)), rows);
});

test("a cell is shown as text that is read as the same value", () => {
  assert.deepEqual(
    [null, 12.5, false, { lat: -15.7, lng: -47.9 }, { line1: "A", text: "A, B" }].map(toText),
    ["", "12.5", "false", "-15.7, -47.9", "A, B"],
  );
});
