import assert from "node:assert/strict";
import { test } from "node:test";
import { findNeighbour, groupColumns } from "./wall.ts";

const place = (id: number, wall_column: number, wall_row: number, height_mm: number) => ({
  id,
  wall_column,
  wall_row,
  height_mm,
  width_mm: 380,
});
/** Left three of one height, right a large one above a small one. */
const WALL = groupColumns([
  place(5, 4, 2, 100),
  place(1, 1, 1, 100),
  place(3, 1, 3, 100),
  place(2, 1, 2, 100),
  place(4, 4, 1, 500),
]);

test("compartments stand in columns from the left, each from above", () => {
  assert.deepEqual(
    WALL.map((column) => column.map(({ id }) => id)),
    [
      [1, 2, 3],
      [4, 5],
    ],
  );
});

for (const [id, key, to] of [
  [1, "ArrowDown", 2],
  [1, "ArrowUp", undefined],
  [3, "ArrowDown", undefined],
  [1, "ArrowLeft", undefined],
  [1, "ArrowRight", 4],
  [2, "ArrowRight", 4],
  [3, "ArrowRight", 5],
  [5, "ArrowLeft", 3],
  [4, "ArrowLeft", 2],
  [4, "Home", 1],
  [1, "End", 5],
  [1, "x", undefined],
  [99, "ArrowUp", undefined],
] as const)
  test(`${key} at ${id} leads to ${to}`, () => {
    assert.equal(findNeighbour(WALL, id, key), to);
  });
