import assert from "node:assert/strict";
import { test } from "node:test";
import { Bitmap, encodePng } from "#platform/drawing/bitmap.ts";
import { readBarcodesOfPng } from "#tests/support/barcodes.ts";
import { buildQrFile, drawQrCode } from "./qr-path.ts";

const MODULE_PX = 4;

async function readPath(path: string, size: number): Promise<string | undefined> {
  const bitmap = new Bitmap(size * MODULE_PX, size * MODULE_PX);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g))
    for (let at_x = 0; at_x < Number(width) * MODULE_PX; at_x += 1)
      for (let at_y = 0; at_y < MODULE_PX; at_y += 1)
        bitmap.set(Number(x) * MODULE_PX + at_x, Number(y) * MODULE_PX + at_y);
  const [barcode] = await readBarcodesOfPng(encodePng(bitmap, 8));
  return barcode?.text;
}

test("a reader finds the address that was drawn", async () => {
  for (const address of [
    "https://depot.example/reserve/rounds/dock",
    `https://depot.example/${"ß/".repeat(60)}`,
  ]) {
    const { path, size } = drawQrCode(address);
    assert.equal(await readPath(path, size), address);
  }
});

test("the file has the same path", () => {
  const { path } = drawQrCode("https://depot.example");
  assert(buildQrFile("https://depot.example").includes(`d="${path}"`));
});
