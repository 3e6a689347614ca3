import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenAt, spanOf } from "./places.ts";

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
const named = (pointer: string) => {
  const { from, to } = spanOf(text, pointer);
  return text.slice(from, to);
};

test("leads to the value that a pointer names, escaped names included", () => {
  assert.equal(named("/events/1/status"), '"x"');
  assert.equal(named("/events/1/location/lat"), "145");
  assert.equal(named("/events/0/a~1b"), "1");
});

test("shows the first line of what spans several, and what a missing member is missing from", () => {
  assert.equal(named("/events/1"), "{");
  assert.equal(named("/events/1/location"), '"location": {');
  assert.equal(named("/events/1/location/lon"), '"location": {');
  assert.equal(named("/events/7/status"), '"events": [');
  assert.equal(named(""), "{");
});

test("takes the last of two members of one name, as parsers do", () => {
  const twice = '{"a": 1, "a": 2}';
  const { from, to } = spanOf(twice, "/a");
  assert.equal(twice.slice(from, to), "2");
});

test("counts lines without the blank ones where there is one document a line", () => {
  const lines = '{"a": 1}\n\n{"a": {"b": 2}}\nnot json\n';
  const line = (pointer: string) => {
    const { from, to } = spanOf(lines, pointer, true);
    return lines.slice(from, to);
  };
  assert.equal(line("/1/a/b"), "2");
  assert.equal(line("/2"), "not json");
  assert.equal(line("/9"), "");
});

test("finds where a text stops being JSON", () => {
  assert.equal(brokenAt(text), null);
  const broken = '{"a": 1,\n "b" 2}';
  assert.equal(broken.slice(0, brokenAt(broken)!.from).split("\n").length, 2);
});
