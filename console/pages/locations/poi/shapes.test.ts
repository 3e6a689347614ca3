import assert from "node:assert/strict";
import { test } from "node:test";
import { buildCircle, formatPositions, parsePositions, ringToCorners, toCorners, toRing } from "./shapes.ts";

test("corners become a closed ring, and a ring corners again", () => {
  const corners = [
    { lat: 1, lng: 2 },
    { lat: 1, lng: 3 },
    { lat: 2, lng: 3 },
  ];
  assert.deepEqual(toRing(corners).at(-1), [2, 1]);
  assert.deepEqual(ringToCorners(toRing(corners)), corners);
  assert.deepEqual(toCorners({ type: "Point", coordinates: [2, 1] }), [{ lng: 2, lat: 1 }]);
});

test("a circle is as wide as it says, also far from the equator", () => {
  const circle = buildCircle({ lat: 60, lng: 10 }, 1000);
  const [east] = circle;
  assert.ok(Math.abs(((east?.[0] ?? 0) - 10) * 111_195 * Math.cos(Math.PI / 3) - 1000) < 1);
  assert.ok(
    Math.hypot((east?.[0] ?? 0) - (circle.at(-1)?.[0] ?? 0), (east?.[1] ?? 0) - (circle.at(-1)?.[1] ?? 0)) <
      1e-9,
  );
});

test("positions are written one a line, and what is none is refused as a whole", () => {
  const corners = [
    { lat: -15.79, lng: -47.88 },
    { lat: 0, lng: 180 },
  ];
  assert.deepEqual(parsePositions(formatPositions(corners)), corners);
  assert.deepEqual(parsePositions(" -15.79;-47.88 \n\n0 180"), corners);
  for (const wrong of ["91, 0", "0, 181", "1, 2, 3", "north, 3", "5"])
    assert.equal(parsePositions(wrong), undefined);
});
