import assert from "node:assert/strict";
import { test } from "node:test";
import { findSpan, findSyntaxError } from "./pointer-range.ts";

const text = `{
  "events": [
    { "a/b": 1 },
    {
      "status": "x",
      "location": {
        "lat": 145
      }
    }
  ]
}`;
const readSpan = (pointer: string) => {
  const { from, to } = findSpan(text, pointer);
  return text.slice(from, to);
};

test("finds the value that a pointer refers to, including escaped names", () => {
  assert.equal(readSpan("/events/1/status"), '"x"');
  assert.equal(readSpan("/events/1/location/lat"), "145");
  assert.equal(readSpan("/events/0/a~1b"), "1");
});

test("returns the first line of a value that spans several, and for a missing member the object that lacks it", () => {
  assert.equal(readSpan("/events/1"), "{");
  assert.equal(readSpan("/events/1/location"), '"location": {');
  assert.equal(readSpan("/events/1/location/lon"), '"location": {');
  assert.equal(readSpan("/events/7/status"), '"events": [');
  assert.equal(readSpan(""), "{");
});

test("uses the last of two members with one name, as parsers do", () => {
  const twice = '{"a": 1, "a": 2}';
  const { from, to } = findSpan(twice, "/a");
  assert.equal(twice.slice(from, to), "2");
});

test("skips blank lines when counting in newline-delimited JSON", () => {
  const lines = '{"a": 1}\n\n{"a": {"b": 2}}\nnot json\n';
  const line = (pointer: string) => {
    const { from, to } = findSpan(lines, pointer, true);
    return lines.slice(from, to);
  };
  assert.equal(line("/1/a/b"), "2");
  assert.equal(line("/2"), "not json");
  assert.equal(line("/9"), "");
});

test("finds the position at which a text stops being valid JSON", () => {
  assert.equal(findSyntaxError(text), null);
  const broken = '{"a": 1,\n "b" 2}';
  assert.equal(broken.slice(0, findSyntaxError(broken)!.from).split("\n").length, 2);
});
