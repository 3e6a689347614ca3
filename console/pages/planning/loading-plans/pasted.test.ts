import assert from "node:assert/strict";
import { test } from "node:test";
import { readPasted } from "./pasted.ts";

test("reads tables with tabs or semicolons after a line of headings", () => {
  const pasted = "Name\tPieces\tLength\n Crate \t2\t1 200\t800\t1.000\t25000\t3\nBox;1;300;200;100\n\n";
  assert.deepEqual(readPasted(pasted).items, [
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

test("takes a number for what it says, or for nothing", () => {
  for (const [cell, length_mm] of [
    ["1200", 1200],
    ["1.200", 1200],
    ["1,200", 1200],
    ["1 200", 1200],
    ["1\u00a0200", 1200],
    ["1'200", 1200],
    ["1200,0", 1200],
    ["1200.00", 1200],
    ['"1,200"', 1200],
    ["12.5", null],
    ["1,2", null],
    ["1.20.0", null],
    ["0", null],
    ["-5", null],
    ["1.2E+3", null],
    ["120 cm", null],
    ["99999999999999999999", null],
  ] as const) {
    const { items, faults } = readPasted(`Crate\t2\t${cell}\t800\t900`);
    assert.deepEqual(
      [items[0]?.length_mm, faults],
      length_mm === null ? [undefined, [{ line: 1, cell }]] : [length_mm, []],
      cell,
    );
  }
});

test("names each line that is no item", () => {
  const pasted = "Name;Pieces\nCrate;2;10;10;10;2.5\nNo sides;4\n;1;1;1;1\nBox;1;10;10;10;;x\nBox;1;10;10;10";
  assert.deepEqual(readPasted(pasted).faults, [
    { line: 2, cell: "2.5" },
    { line: 3, cell: null },
    { line: 4, cell: null },
    { line: 5, cell: "x" },
  ]);
});
