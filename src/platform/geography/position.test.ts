import assert from "node:assert/strict";
import { test } from "node:test";
import { findPositionFault } from "./position.ts";

test("a position is in the country of its address, or says what is wrong with it", () => {
  for (const [lat, lng, country, expected] of [
    [-15.79, -47.88, "BR", null],
    [0, 0, "BR", "zero"],
    [0.0001, -0.0002, undefined, "zero"],
    // On the equator and on the prime meridian people live.
    [0, -51.07, "BR", null],
    [51.48, 0, "GB", null],
    [-47.88, -15.79, "BR", "swapped"],
    [13.4, 52.52, "DE", "swapped"],
    [52.52, 13.4, "DE", null],
    [15.79, -47.88, "BR", "wrong_sign"],
    [40.71, 74.0, "US", "wrong_sign"],
    [48.85, 2.35, "DE", "outside_country"],
    [-34.6, -58.38, "BR", "outside_country"],
    // Longitudes beyond 90 degrees are no latitudes.
    [35.68, 139.69, "US", "outside_country"],
    [35.68, 139.69, "JP", null],
    // Near a border, on an island, across the 180th meridian.
    [47.56, 7.59, "DE", null],
    [43.735, 7.42, "MC", null],
    [-3.85, -32.42, "BR", null],
    [-16.8, 179.99, "FJ", null],
    [-16.8, -179.98, "FJ", null],
    // Territories are in their state as well, and areas that two states address in both.
    [-20.88, 55.45, "FR", null],
    [-20.88, 55.45, "RE", null],
    [18.4, -66.1, "US", null],
    [44.95, 34.1, "UA", null],
    [42.66, 21.16, "RS", null],
    [48.85, 2.35, "XX", null],
    [48.85, 2.35, undefined, null],
    [null, null, "BR", null],
  ] as const) {
    const fault = findPositionFault({ lat, lng, country });
    assert.equal(fault?.code ?? null, expected, `${lat}, ${lng} ${country}`);
  }
});

test("an address without a country may be abroad, but swapped coordinates of the business's country are found", () => {
  assert.equal(findPositionFault({ lat: -34.6, lng: -58.38 }, "BR"), null);
  assert.deepEqual(findPositionFault({ lat: -47.88, lng: -15.79 }, "BR"), {
    code: "swapped",
    lat: -15.79,
    lng: -47.88,
    country: "BR",
  });
});
