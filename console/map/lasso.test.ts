import assert from "node:assert/strict";
import { test } from "node:test";
import { isInside } from "./lasso.ts";

test("a drawn line holds what lies inside of it, dents left out", () => {
  const line = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 5, y: 4 },
    { x: 0, y: 10 },
  ];
  const inside = (x: number, y: number) => isInside({ x, y }, line);
  assert.deepEqual([inside(2, 2), inside(9, 7), inside(5, 3)], [true, true, true]);
  assert.deepEqual([inside(5, 8), inside(-1, 2), inside(11, 5), inside(5, 20)], [false, false, false, false]);
  assert.equal(isInside({ x: 1, y: 1 }, []), false);
});
