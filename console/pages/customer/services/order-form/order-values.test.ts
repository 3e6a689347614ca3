import assert from "node:assert/strict";
import { test } from "node:test";
import type { ServiceConfig } from "../../../../../packages/client/client.gen.ts";
import { type Level, toAnswers } from "../../../../parts/answers/answers.ts";
import { fromUnit, toUnit } from "./measures.ts";
import { startOrder, toOrderRequest } from "./order-values.ts";

const form: Level = {
  properties: { home: { type: "object", format: "address", title: "Home" } },
};

const config = {
  pickup: "optional",
  dropoff: "required",
  form_fields: form,
  supplies: [
    { code: "tape", name: "Tape", quantity_max: 5 },
    { code: "label", name: "Label", quantity_max: 5 },
  ],
} as unknown as ServiceConfig;

test("an address of a form has no position, one of the order has it", () => {
  const place = { line1: " Rue 1 ", city: "", country: "FR", lat: 1, lng: 2 };
  assert.deepEqual(toAnswers(form, { home: place }), { home: { line1: " Rue 1 ", country: "FR" } });
  const { dropoff } = toOrderRequest(config, { ...startOrder(config, "FR"), dropoff: place });
  assert.deepEqual(dropoff, { line1: "Rue 1", country: "FR", lat: 1, lng: 2 });
});

test("an address without a street is left out, so that the service says what is missing", () => {
  const request = toOrderRequest(config, startOrder(config, "FR"));
  assert.equal("dropoff" in request, false);
});

test("what belongs to a pickup is sent with one only, and the warehouse without one", () => {
  const values = { ...startOrder(config, "FR"), warehouse_id: 7, pickup_timeframe: "am" };
  assert.equal(toOrderRequest(config, values).warehouse_id, 7);
  assert.equal(toOrderRequest(config, values).pickup_timeframe, undefined);
  const collected = toOrderRequest(config, { ...values, pickup: { line1: "Rue 2" } });
  assert.deepEqual([collected.warehouse_id, collected.pickup_timeframe], [undefined, "am"]);
});

test("a package in a packaging has the size of the packaging; supplies of none are not ordered", () => {
  const values = startOrder(config, "FR");
  const [one] = values.packages;
  assert(one !== undefined);
  const { packages, supplies } = toOrderRequest(config, {
    ...values,
    packages: [{ ...one, packaging: "box", length_mm: 100, weight_g: 500 }],
    supplies: { tape: 0, label: 2 },
  });
  assert.partialDeepStrictEqual(packages[0], { packaging: "box", length_mm: null, weight_g: 500 });
  assert.deepEqual(supplies, [{ code: "label", quantity: 2 }]);
});

test("a measure that was entered is shown as it was entered", () => {
  for (const units of [
    { weight: "kg", length: "cm" },
    { weight: "lb", length: "in" },
    { weight: "g", length: "mm" },
  ] as const)
    for (const measure of ["weight", "length"] as const)
      for (const entered of [1, 7, 45, 120])
        assert.equal(
          Math.abs(toUnit(fromUnit(entered, measure, units), measure, units) - entered) < 0.05,
          true,
          `${entered} ${units[measure]}`,
        );
  assert.equal(fromUnit(5, "weight", { weight: "lb", length: "in" }), 2268);
});
