import assert from "node:assert/strict";
import { test } from "node:test";
import { findOverloads, formatOverloads, listOrdersThatDoNotFit } from "./overload.ts";

const capacity = { units: 180, weight_g: 800_000, volume_cm3: null, pallets: null };

test("an overload is what is above the capacity and grew", () => {
  const over = (load: object, before = {}) => formatOverloads(findOverloads(load, capacity, before));
  assert.equal(over({ units: 180, weight_g: 800_000, volume_cm3: 9e9 }), "");
  assert.equal(over({ units: 184, weight_g: 900_000 }), "184 of 180 units, 900 of 800 kg");
  assert.equal(over({ units: 184 }, { units: 190 }), "");
  assert.equal(over({ units: 184 }, { units: 184 }), "");
  assert.equal(over({ units: 184 }, { units: 183 }), "184 of 180 units");
  assert.deepEqual(findOverloads({ units: 999 }, null), []);
});

test("orders take the room one after the other, and a smaller one may still fit", () => {
  const order = (id: number, units: number) => ({ id, units, weight_g: 0, volume_cm3: 0, pallets: 0 });
  const orders = [order(1, 100), order(2, 60), order(3, 30)];
  assert.deepEqual(listOrdersThatDoNotFit(orders, { units: 40 }, capacity), [2]);
  assert.deepEqual(listOrdersThatDoNotFit(orders, {}, null), []);
});
