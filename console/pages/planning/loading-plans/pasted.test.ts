import assert from "node:assert/strict";
import { test } from "node:test";
import { readPasted } from "./pasted.ts";

test("reads tables with tabs or semicolons, skips headings and lines without sides", () => {
  const pasted =
    "Name\tPieces\tLength\n Crate \t2\t1 200\t800\t1.000\t25000\t3\nBox;1;300;200;100\n\nNo sides;4\n";
  assert.deepEqual(readPasted(pasted), [
    {
      name: "Crate",
      quantity: 2,
      length_mm: 1200,
      width_mm: 800,
      height_mm: 1000,
      weight_g: 25_000,
      stop_seq: 3,
    },
    { name: "Box", quantity: 1, length_mm: 300, width_mm: 200, height_mm: 100, weight_g: "", stop_seq: "" },
  ]);
});
