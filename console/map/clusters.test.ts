import assert from "node:assert/strict";
import { test } from "node:test";
import { indexPins } from "./clusters.ts";

const OPTIONS = { reach_px: 26, single_from_zoom: 15.5 };
/** Pixels of a map at zoom 10 as degrees of longitude at the equator. */
const px = (pixels: number) => (pixels * 360) / (512 * 2 ** 10);
const at = (id: string, x: number, y: number) => ({ id, lng: px(x), lat: px(y) });

const getNames = (groups: { id: string }[][]) =>
  groups
    .map((group) => group.map(({ id }) => id).sort())
    .sort(([one = ""], [other = ""]) => one.localeCompare(other));

test("pins that would cover one another are joined, each pin once", () => {
  const pins = [at("a", 0, 0), at("b", 100, 0), at("c", 15, 15), at("d", 99, 5), at("e", 300, 300)];
  const groups = indexPins(pins, OPTIONS);
  assert.deepEqual(getNames(groups(10)), [["a", "c"], ["b", "d"], ["e"]]);
  assert.deepEqual(getNames(groups(9.6)), [["a", "c"], ["b", "d"], ["e"]]);
  // Two steps nearer they are four times as far apart.
  assert.deepEqual(getNames(groups(12)), [["a"], ["b", "d"], ["c"], ["e"]]);
  assert.deepEqual(getNames(groups(1)), [["a", "b", "c", "d", "e"]]);
});

test("near the ground each pin is shown, also where several stand in one yard", () => {
  const groups = indexPins([at("a", 0, 0), at("b", 0, 0)], OPTIONS);
  assert.deepEqual(getNames(groups(15.4)), [["a", "b"]]);
  assert.deepEqual(getNames(groups(15.5)), [["a"], ["b"]]);
});

test("no pin is lost at any zoom, wherever it is", () => {
  const pins = Array.from({ length: 500 }, (_, n) => ({
    id: String(n),
    lng: ((n * 7919) % 36_000) / 100 - 180,
    lat: ((n * 104_729) % 18_000) / 100 - 90,
  }));
  const groups = indexPins(pins, OPTIONS);
  for (const zoom of [0, 1.2, 5.5, 9, 14.9, 15.49, 17])
    assert.equal(new Set(groups(zoom).flat()).size, pins.length, String(zoom));
  assert.deepEqual(indexPins([], OPTIONS)(3), []);
});
