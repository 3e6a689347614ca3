import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Block, drawBlocks, drawOpenBox, findBounds, ISOMETRIC } from "./isometric.ts";

const block = (x: number, y: number, z: number, counts: [number, number, number] = [1, 1, 1]): Block => ({
  x,
  y,
  z,
  dx: 10,
  dy: 10,
  dz: 10,
  count_x: counts[0],
  count_y: counts[1],
  count_z: counts[2],
});

const getDrawingOrder = (blocks: readonly Block[], view = ISOMETRIC) => [
  ...new Set(drawBlocks(blocks, view).map(({ of }) => of)),
];

test("draws what stands behind and below first, from every side", () => {
  const blocks = [block(10, 0, 0), block(0, 0, 0), block(0, 0, 10), block(0, 10, 0)];
  const front = getDrawingOrder(blocks);
  assert.equal(front[0], 1, "the corner farthest away");
  assert.ok(front.indexOf(1) < front.indexOf(2), "what lies on it comes later");
  // From the opposite corner, the nearest of the floor is the last of the floor.
  const back = getDrawingOrder(blocks, { turn: ISOMETRIC.turn + Math.PI, tilt: ISOMETRIC.tilt });
  assert.ok(back.indexOf(0) < back.indexOf(1) && back.indexOf(3) < back.indexOf(1));
});

test("never draws a cuboid after one that hides it", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)), {
        selector: (at) => at.join(" "),
        minLength: 2,
        maxLength: 20,
      }),
      fc.double({ min: 0.1, max: 6.2, noNaN: true }),
      (cells, turn) => {
        const blocks = cells.map(([x, y, z]) => block(x * 10, y * 10, z * 10));
        const order = getDrawingOrder(blocks, { turn, tilt: 0.6 });
        const near = (at: number) => {
          const { x, y, z } = blocks[at] as Block;
          return [x * Math.sign(Math.cos(turn)), y * Math.sign(Math.sin(turn)), z];
        };
        for (const [place, earlier] of order.entries())
          for (const later of order.slice(place + 1)) {
            const [a, b] = [near(earlier), near(later)];
            const is_nearer = a.every((value, axis) => value >= (b[axis] as number));
            assert.ok(!is_nearer, `${cells[earlier]} hides ${cells[later]}`);
          }
      },
    ),
  );
});

test("shows the lines between the cuboids of a block on each face", () => {
  const lines = Object.fromEntries(
    drawBlocks([block(0, 0, 0, [3, 2, 1])], ISOMETRIC).map(({ side, lines: drawn }) => [side, drawn.length]),
  );
  assert.deepEqual(lines, { x: 1, y: 2, top: 3 });
});

test("keeps a box and its content inside its bounds", () => {
  const box = { x: 0, y: 0, z: 0, dx: 30, dy: 20, dz: 10 };
  const { x, y, width, height } = findBounds(box, ISOMETRIC);
  const { back, front } = drawOpenBox(box, ISOMETRIC);
  assert.equal(back.length + front.length, 12, "a cuboid has twelve edges");
  for (const [px, py] of [...back, ...front].flat())
    assert.ok(px >= x - 1e-9 && px <= x + width + 1e-9 && py >= y - 1e-9 && py <= y + height + 1e-9);
});
