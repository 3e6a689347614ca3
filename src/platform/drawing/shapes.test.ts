import assert from "node:assert/strict";
import { test } from "node:test";
import { Bitmap } from "./bitmap.ts";
import { drawOutlined, drawSegment } from "./shapes.ts";

const isDark = ({ bytes, row_bytes }: Bitmap, x: number, y: number) =>
  ((bytes[y * row_bytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;

/** Share of dark dots in a square of 16 dots, with its corner at (x, y). */
function computeCoverage(bitmap: Bitmap, x: number, y: number): number {
  let dark = 0;
  for (let dx = 0; dx < 16; dx += 1)
    for (let dy = 0; dy < 16; dy += 1) if (isDark(bitmap, x + dx, y + dy)) dark += 1;
  return dark / 256;
}

const SQUARE = [
  [10, 10],
  [50, 10],
  [50, 50],
  [10, 50],
] as const;

for (const shade of [0, 0.25, 0.5, 1])
  test(`a polygon of shade ${shade} has that share of dark dots, inside an outline`, () => {
    const bitmap = new Bitmap(64, 64);
    drawOutlined(bitmap, SQUARE, shade);
    assert.equal(computeCoverage(bitmap, 20, 20), shade);
    assert.ok(isDark(bitmap, 10, 30) && isDark(bitmap, 30, 50), "its outline");
    assert.ok(!isDark(bitmap, 5, 30) && !isDark(bitmap, 55, 30), "nothing beside it");
  });

test("a polygon covers what was drawn before it", () => {
  const bitmap = new Bitmap(64, 64);
  drawOutlined(bitmap, SQUARE, 1);
  drawOutlined(
    bitmap,
    SQUARE.map(([x, y]) => [x + 5, y + 5] as const),
    0,
  );
  assert.equal(computeCoverage(bitmap, 25, 25), 0);
  assert.ok(isDark(bitmap, 12, 12), "the part that still shows");
});

test("shapes beyond the edge of the page are cut off", () => {
  const bitmap = new Bitmap(32, 32);
  drawOutlined(bitmap, SQUARE, 1);
  drawSegment(bitmap, [-40, 16], [80, 16]);
  assert.ok(isDark(bitmap, 31, 31) && isDark(bitmap, 0, 16) && !isDark(bitmap, 0, 31));
});
