import assert from "node:assert/strict";
import { test } from "node:test";
import { findRest, groupPieces, snap } from "./pieces.ts";
import type { Piece } from "./queries.ts";

const piece = (piece_no: number, x_mm: number, y_mm = 0, z_mm = 0, step = 1): Piece => ({
  piece_no,
  step,
  item: "a",
  x_mm,
  y_mm,
  z_mm,
  size_x_mm: 100,
  size_y_mm: 100,
  size_z_mm: 50,
});
const room = { length_mm: 1000, width_mm: 300, height_mm: 300 };

test("draws pieces of a step as one block where they fill it", () => {
  const row = [piece(1, 0), piece(2, 100), piece(3, 200)];
  assert.deepEqual(
    groupPieces(row, false).map(({ block }) => [block.dx, block.count_x]),
    [[300, 3]],
  );
  assert.equal(groupPieces([piece(1, 0), piece(2, 200)], false).length, 2);
  assert.equal(groupPieces(row, true).length, 3);
});

test("lets a piece rest on what is below it, and not on itself", () => {
  const others = [piece(1, 0), piece(2, 0, 0, 50)];
  assert.equal(findRest(piece(3, 50), others), 100);
  assert.equal(findRest(piece(3, 100), others), 0);
  assert.equal(findRest(piece(2, 0, 0, 50), others), 50);
});

test("snaps to faces that are near, stays within the walls, else keeps to centimetres", () => {
  assert.equal(snap(piece(2, 130), [piece(1, 0)], room).x_mm, 100);
  assert.equal(snap(piece(2, 2000), [], room).x_mm, 900);
  assert.equal(snap(piece(2, 333), [piece(1, 0)], room).x_mm, 330);
});
