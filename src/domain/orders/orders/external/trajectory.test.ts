/** Which positions of a driver are shown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Position } from "../topics.ts";
import { thinPositions } from "./trajectory.ts";

test("contain one position every ten minutes or two kilometres", () => {
  const at = (minutes: number, lat: number): Position => ({
    id: minutes,
    at: new Date(Date.UTC(2026, 10, 20, 10, minutes)).toISOString(),
    lat,
    lng: 0,
    accuracy_m: null,
  });
  const thinned = thinPositions([
    at(0, 0),
    at(1, 0.001),
    at(5, 0.019),
    at(9, 0.02),
    at(14, 0.02),
    at(15, 0.02),
    at(16, 0.02),
  ]);
  assert.deepEqual(
    thinned.map(({ id }) => id),
    [0, 5, 15],
  );
});
