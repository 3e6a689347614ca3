import assert from "node:assert/strict";
import { test } from "node:test";
import { formatArea, parseArea } from "./area.ts";

const RING = [
  [4.1, 51.9],
  [4.2, 51.9],
  [4.2, 52],
];
const POINTS = RING.map(([lng, lat]) => ({ lat, lng }));
const polygon = { type: "Polygon", coordinates: [[...RING, RING[0]]] };

for (const [text, expected] of [
  ["", null],
  ["  ", null],
  ["nonsense", undefined],
  ["[[1,2],[3,4]]", undefined],
  ["[[1,2],[3,4],[5,400]]", undefined],
  ['{"type":"Point","coordinates":[1,2]}', undefined],
  ['{"type":"FeatureCollection"}', undefined],
  [JSON.stringify(RING), POINTS],
  [JSON.stringify(polygon), POINTS],
  [JSON.stringify({ type: "Feature", geometry: polygon }), POINTS],
  [JSON.stringify({ type: "FeatureCollection", features: [{ type: "Feature", geometry: polygon }] }), POINTS],
] as const)
  test(`${JSON.stringify(text)} is ${expected === undefined ? "no area" : "an area or none"}`, () =>
    assert.deepEqual(parseArea(text), expected));

test("an area is shown as it was pasted", () =>
  assert.deepEqual(parseArea(formatArea(POINTS as never)), POINTS));
