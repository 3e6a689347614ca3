import assert from "node:assert/strict";
import { test } from "node:test";
import { countBytes, findByPath } from "./answer-size.ts";
import { type Part, splitAnswer } from "./split-answer.ts";

const MAX = 1500;
const numbers = (count: number) => Array.from({ length: count }, (_one, index) => index);
const text = (letter: string, length: number) => letter.repeat(length);
const rows = (count: number) => numbers(count).map((id) => ({ id, name: `Row ${id}`, tags: ["a", "b"] }));

const ANSWERS: [string, Record<string, unknown>][] = [
  ["nothing that is long", { result: true, rows: rows(3) }],
  ["a list", { result: true, total: 90, rows: rows(90) }],
  ["a list of numbers", { rows: numbers(2000) }],
  ["two lists, one of them short", { short: rows(2), long: rows(80) }],
  ["two long lists", { one: rows(60), other: rows(70) }],
  ["a list inside a record", { order: { id: 1, events: rows(80), note: "short" } }],
  ["lists inside a list", { orders: numbers(6).map((id) => ({ id, events: rows(30) })) }],
  ["a list of one long list", { groups: [{ id: 1, members: rows(100) }] }],
  ["rows that are each too long", { rows: numbers(3).map((id) => ({ id, note: text("n", 4000) })) }],
  ["a list of long texts", { notes: [text("a", 3000), text("b", 3000)] }],
  ["a list of lists", { matrix: numbers(30).map(() => numbers(60)) }],
  ["a text", { result: true, report: text("字", 3000) }],
  ["a text of pairs of code units", { report: `a${text("😀", 2000)}` }],
  ["a text of characters that JSON escapes", { report: text('\u0001\n"', 1500) }],
  [
    "many members",
    { record: { id: 1, values: Object.fromEntries(numbers(300).map((n) => [`field${n}`, n])) } },
  ],
  [
    "names with points",
    { record: { "a.b": Object.fromEntries(numbers(300).map((n) => [`f.${n}`, n])), a: { b: 1 } } },
  ],
  ["many records by name", { by_name: Object.fromEntries(numbers(200).map((n) => [`n${n}`, { at: n }])) }],
];

for (const [name, answer] of ANSWERS)
  test(`in parts that fit, and together the whole: ${name}`, () => {
    const before = structuredClone(answer);
    const parts = splitAnswer(answer, MAX);
    assert.equal(parts.length > 1, countBytes(answer) > MAX, `${parts.length} parts`);
    for (const { value } of parts) assert.ok(countBytes(value) <= MAX, JSON.stringify(value).slice(0, 300));
    assert.deepEqual(answer, before);
    assertComplete(answer, parts);
  });

/** Every position of everything that was cut is shown by exactly one piece. */
function assertComplete(answer: Record<string, unknown>, parts: readonly Part[]): void {
  const pieces_by_path = new Map<string, { from: number; shown: number; of: number }[]>();
  for (const { pieces } of parts)
    for (const { path, ...piece } of pieces)
      pieces_by_path.set(path, [...(pieces_by_path.get(path) ?? []), piece]);
  for (const [path, pieces] of pieces_by_path) {
    const value = findByPath(answer, path);
    const length = typeof value === "string" ? value.length : Object.keys(value as object).length;
    let at = 0;
    for (const piece of pieces.toSorted((one, other) => one.from - other.from)) {
      assert.equal(piece.from, at, `${path}: ${JSON.stringify(pieces)}`);
      assert.equal(piece.of, length, path);
      at += piece.shown;
    }
    assert.equal(at, length, `${path}: ${JSON.stringify(pieces)}`);
  }
}

test("the following parts have what was cut in its place, under the same names", () => {
  const answer = { result: true, order: { id: 7, events: rows(60) } };
  const [first, ...others] = splitAnswer(answer, MAX);
  assert.deepEqual(Object.keys(first?.value ?? {}), ["result", "order"]);
  const events = ({ value }: Part) => (value["order"] as typeof answer.order).events;
  assert.deepEqual([first as Part, ...others].flatMap(events), answer.order.events);
  for (const { value } of others) assert.deepEqual(Object.keys(value["order"] as object), ["events"]);
});
