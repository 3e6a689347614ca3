import assert from "node:assert/strict";
import { test } from "node:test";
import { crossesBorder, emptyCustomsLine, emptyShipment, type Home, toRateInput } from "./shipment-values.ts";

const HOME: Home = { country: "BR", currency: "BRL", depot_country: "" };
const to = (country?: string) => ({ line1: "Rua B 2", ...(country === undefined ? {} : { country }) });

for (const [what, values, home, expected] of [
  ["no country", {}, HOME, false],
  ["the own country", { ship_to: to("BR") }, HOME, false],
  ["another country", { ship_to: to("US") }, HOME, true],
  ["a depot abroad", { ship_to: to("BR") }, { ...HOME, depot_country: "PT" }, true],
  ["the country of a depot abroad", { ship_to: to("PT") }, { ...HOME, depot_country: "PT" }, false],
  ["within another country", { ship_to: to("US"), has_other_origin: true, ship_from: to("US") }, HOME, false],
  ["home from another country", { has_other_origin: true, ship_from: to("US") }, HOME, true],
  ["an origin that is switched off", { has_other_origin: false, ship_from: to("US") }, HOME, false],
] as const)
  test(`a shipment crosses a border or not: ${what}`, () => {
    assert.equal(crossesBorder({ ...emptyShipment(), ...values }, home), expected);
  });

const abroad = { ...emptyShipment(), ship_to: to("US") };
const declare = (line: object, more: object = {}) => ({
  ...abroad,
  customs: { ...abroad.customs, ...more, lines: [{ ...emptyCustomsLine(), ...line }] },
});

test("goods are declared across a border alone, and only when something of them was entered", () => {
  assert.equal(toRateInput(abroad, HOME).customs, undefined);
  const goods = declare({ description: "Shirts" });
  assert.equal(toRateInput({ ...goods, ship_to: to("BR") }, HOME).customs, undefined);
  // What is missing the service names.
  assert.deepEqual(toRateInput(goods, HOME).customs, {
    contents_type: "merchandise",
    currency: "BRL",
    lines: [{ description: "Shirts", quantity: 1 }],
  });
});

test("values are in minor units of the business's currency", () => {
  const line = {
    description: "Shirts",
    quantity: 2,
    value_minor: 149.9,
    weight_g: 700,
    hs_code: "61091000",
    origin_country: "BR",
  };
  const values = declare(line, { signer: "Ana", contents_type: "other", contents_explanation: "Prizes" });
  const of = (currency: string) => toRateInput(values, { ...HOME, currency }).customs;
  assert.deepEqual(of("BRL"), {
    contents_type: "other",
    contents_explanation: "Prizes",
    signer: "Ana",
    currency: "BRL",
    lines: [{ ...line, value_minor: 14_990 }],
  });
  assert.equal(of("JPY")?.lines[0]?.value_minor, 150);
});
