import assert from "node:assert/strict";
import { test } from "node:test";
import { buildCircle, ringToCorners, toCorners, toRing } from "./shapes.ts";

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
