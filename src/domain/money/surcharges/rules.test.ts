import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { SurchargeRow } from "./records/surcharge.ts";
import { computeSurcharges, findSurchargeFaults, findUnknownOptions } from "./rules.ts";
import { TRIGGERS, type Trigger } from "./shapes.ts";
import type { Measures, Shipment } from "./shipment.ts";

const one: SurchargeRow = {
  id: 1,
  code: "extra",
  name: "Extra",
  kind: "per_unit",
  trigger: "fuel",
  currency: "EUR",
  amount_minor: 100,
  percent: null,
  minimum_minor: 0,
  conditions: {},
  taxable: true,
  families: ["local_delivery"],
  is_optional: false,
  version: 1,
  created_at: "2026-11-20T12:00:00Z",
  closed_at: null,
};
const measures: Measures = { pieces: 3, billable_weight_g: 9000, volume_cm3: null, distance_km: 12.5 };

function computeAmount(
  surcharge: Partial<SurchargeRow>,
  shipment: Shipment,
  currency = "EUR",
): number | null {
  const { lines } = computeSurcharges([{ ...one, ...surcharge }], {
    shipment,
    measures,
    currency,
    price_minor: 8000,
  });
  assert.ok(lines.length <= 1);
  return lines[0]?.line.amount_minor ?? null;
}

const window = (start: string, end: string) => ({
  window: { start: `2026-11-20T${start}:00Z`, end: `2026-11-20T${end}:00Z` },
});

/** Each trigger with shipments that fire it, `units` times, and shipments that do not. */
const CASES: Record<
  Trigger,
  { conditions?: SurchargeRow["conditions"]; fires: { shipment: Shipment; units: number }[]; not: Shipment[] }
> = {
  fuel: { fires: [{ shipment: {}, units: 12.5 }], not: [] },
  residential: {
    fires: [{ shipment: { is_residential: true }, units: 3 }],
    not: [{}, { is_residential: false }],
  },
  remote_area: {
    conditions: { countries: ["GB"], postal_prefixes: ["IV", "HS"] },
    fires: [
      { shipment: { dropoff: { country: "GB", postal_code: "iv2 3xx" } }, units: 3 },
      { shipment: { pickup: { country: "GB", postal_code: "HS1" } }, units: 3 },
    ],
    not: [
      {},
      { dropoff: { country: "GB", postal_code: "SW1A 1AA" } },
      { dropoff: { country: "DE", postal_code: "IV2" } },
      { dropoff: { postal_code: "IV2" } },
    ],
  },
  oversize: {
    conditions: { limit_mm: 1200 },
    fires: [
      { shipment: { parcels: [{ length_mm: 1201, quantity: 2 }, { height_mm: 2000 }] }, units: 3 },
      { shipment: { parcels: [{ width_mm: 1300 }, { length_mm: 1200 }] }, units: 1 },
    ],
    not: [{}, { parcels: [{ length_mm: 1200, width_mm: 1200, height_mm: 1200 }] }],
  },
  overweight: {
    conditions: { limit_g: 30_000 },
    fires: [{ shipment: { parcels: [{ weight_g: 30_001, quantity: 4 }, { weight_g: 100 }] }, units: 4 }],
    not: [{}, { parcels: [{ weight_g: 30_000, quantity: 4 }] }],
  },
  stairs: {
    conditions: { free_floors: 2 },
    fires: [{ shipment: { floors: 5 }, units: 3 }],
    not: [{}, { floors: 2 }],
  },
  weekend: {
    fires: [
      { shipment: { date: "2026-11-21" }, units: 3 },
      { shipment: { date: "2026-11-22" }, units: 3 },
    ],
    not: [{}, { date: "2026-11-20" }, { date: "2026-11-23" }],
  },
  time_window: {
    conditions: { limit_minutes: 120 },
    fires: [
      { shipment: { dropoff: window("10:00", "12:00") }, units: 3 },
      { shipment: { pickup: window("10:00", "10:30") }, units: 3 },
    ],
    not: [{}, { dropoff: {} }, { dropoff: window("10:00", "12:01") }],
  },
  redelivery: {
    fires: [{ shipment: { redeliveries: 2 }, units: 2 }],
    not: [{}, { redeliveries: 0 }],
  },
  cod: {
    conditions: { unit_minor: 10_000 },
    fires: [
      { shipment: { cod_minor: 1 }, units: 1 },
      { shipment: { cod_minor: 20_001 }, units: 3 },
    ],
    not: [{}, { cod_minor: 0 }],
  },
  insurance: {
    conditions: { unit_minor: 10_000 },
    fires: [{ shipment: { insured_value_minor: 20_000 }, units: 2 }],
    not: [{}, { insured_value_minor: 0 }],
  },
  storage_overrun: {
    fires: [{ shipment: { overrun_days: 4 }, units: 3 }],
    not: [{}, { days: 40, overrun_days: 0 }],
  },
  dangerous_goods: {
    fires: [{ shipment: { has_dangerous_goods: true }, units: 3 }],
    not: [{}, { has_dangerous_goods: false }],
  },
};

describe("triggers", () => {
  for (const trigger of TRIGGERS) {
    const { conditions = {}, fires, not } = CASES[trigger];
    test(`${trigger} applies where it is triggered, by unit and at a fixed amount, and nowhere else`, () => {
      for (const { shipment, units } of fires) {
        assert.equal(computeAmount({ trigger, conditions }, shipment), units * 100);
        assert.equal(computeAmount({ trigger, conditions, kind: "fixed" }, shipment), 100);
      }
      for (const shipment of not) assert.equal(computeAmount({ trigger, conditions }, shipment), null);
      assert.ok(trigger === "fuel" || not.length > 0);
    });
  }

  test("weekend can be other days", () => {
    const friday = { trigger: "weekend", conditions: { weekdays: [5] } } as const;
    assert.equal(computeAmount({ ...friday, conditions: { weekdays: [5] } }, { date: "2026-11-20" }), 300);
    assert.equal(computeAmount({ ...friday, conditions: { weekdays: [5] } }, { date: "2026-11-21" }), null);
  });

  test("a line says which trigger it has and what the surcharge is called", () => {
    const { lines } = computeSurcharges([{ ...one, kind: "fixed", taxable: false }], {
      shipment: {},
      measures,
      currency: "EUR",
      price_minor: 1,
    });
    assert.deepEqual(lines[0], {
      line: { code: "extra", label: "Extra", amount_minor: 100, trigger: "fuel" },
      taxable: false,
    });
  });
});

describe("kinds", () => {
  const percent = { kind: "percent", amount_minor: null, percent: 12.5 } as const;
  for (const { name, surcharge, shipment = {}, amount } of [
    { name: "a percentage of the price", surcharge: percent, amount: 1000 },
    {
      name: "a percentage of what is collected",
      surcharge: { ...percent, trigger: "cod" },
      shipment: { cod_minor: 2000 },
      amount: 250,
    },
    {
      name: "a percentage of the insured value, at least the minimum",
      surcharge: { ...percent, trigger: "insurance", minimum_minor: 300 },
      shipment: { insured_value_minor: 2000 },
      amount: 300,
    },
    {
      name: "days of storage",
      surcharge: { kind: "per_day", trigger: "dangerous_goods" },
      shipment: { has_dangerous_goods: true, days: 6 },
      amount: 600,
    },
    {
      name: "days beyond what was agreed",
      surcharge: { kind: "per_day", trigger: "storage_overrun" },
      shipment: { days: 40, overrun_days: 5 },
      amount: 500,
    },
    { name: "no kilometres, no fuel by the kilometre", surcharge: {}, amount: 1250 },
  ] as { name: string; surcharge: Partial<SurchargeRow>; shipment?: Shipment; amount: number }[])
    test(name, () => assert.equal(computeAmount(surcharge, shipment), amount));

  test("amounts apply to prices in their currency, percentages without a minimum to any", () => {
    assert.equal(computeAmount({}, {}, "USD"), null);
    assert.equal(computeAmount(percent, {}, "USD"), 1000);
    assert.equal(computeAmount({ ...percent, minimum_minor: 1 }, {}, "USD"), null);
  });
});

describe("an optional surcharge", () => {
  const optional = { is_optional: true, trigger: "residential" } as const;

  test("applies where it is chosen, triggered or not", () => {
    assert.equal(computeAmount(optional, { is_residential: true }), null);
    assert.equal(computeAmount(optional, { options: ["other"] }), null);
    assert.equal(computeAmount(optional, { options: ["extra"] }), 100);
    assert.equal(computeAmount(optional, { is_residential: true, options: ["extra"] }), 300);
  });

  test("of an amount that is zero has no line", () => {
    const insured = {
      ...optional,
      trigger: "insurance",
      kind: "percent",
      percent: 1,
      amount_minor: null,
    } as const;
    assert.equal(computeAmount(insured, { options: ["extra"] }), null);
  });

  test("is the only one that can be chosen", () => {
    assert.deepEqual(findUnknownOptions([{ ...one, is_optional: true }], ["extra", "other"]), ["other"]);
    assert.deepEqual(findUnknownOptions([one], ["extra"]), ["extra"]);
  });
});

test("it is said of each that does not apply why", () => {
  const surcharges: SurchargeRow[] = [
    { ...one, code: "a", trigger: "residential" },
    { ...one, code: "b", is_optional: true },
    { ...one, code: "c", currency: "USD" },
    { ...one, code: "d", kind: "per_day" },
    { ...one, code: "e" },
  ];
  const priced = { shipment: {}, measures, currency: "EUR", price_minor: 8000 };
  const { lines, skipped } = computeSurcharges(surcharges, priced);
  assert.deepEqual(
    lines.map(({ line }) => line.code),
    ["e"],
  );
  assert.deepEqual(
    skipped.map(({ code, reason }) => [code, reason]),
    [
      ["a", "not_triggered"],
      ["b", "not_chosen"],
      ["c", "currency"],
      ["d", "zero"],
    ],
  );
});

describe("a surcharge is not valid", () => {
  for (const { name, surcharge, fields } of [
    { name: "that is valid", surcharge: {}, fields: [] },
    { name: "with the code of another line", surcharge: { code: "tax" }, fields: ["code"] },
    { name: "without an amount", surcharge: { amount_minor: null }, fields: ["amount_minor"] },
    {
      name: "of a percentage with an amount",
      surcharge: { kind: "percent" },
      fields: ["percent", "amount_minor"],
    },
    { name: "of an amount with a percentage", surcharge: { percent: 2 }, fields: ["percent"] },
    { name: "in no currency", surcharge: { currency: "XXY" }, fields: ["currency"] },
    {
      name: "with a condition of another trigger",
      surcharge: { conditions: { limit_g: 5 } },
      fields: ["conditions/limit_g"],
    },
    {
      name: "of a remote area that is nowhere",
      surcharge: { trigger: "remote_area" },
      fields: ["conditions/postal_prefixes"],
    },
    { name: "oversize without a size", surcharge: { trigger: "oversize" }, fields: ["conditions/limit_mm"] },
    {
      name: "overweight without a weight",
      surcharge: { trigger: "overweight" },
      fields: ["conditions/limit_g"],
    },
    { name: "by unit of no size", surcharge: { trigger: "insurance" }, fields: ["conditions/unit_minor"] },
  ] as { name: string; surcharge: Partial<SurchargeRow>; fields: string[] }[])
    test(name, () =>
      assert.deepEqual(
        findSurchargeFaults({ ...one, ...surcharge }).map(({ field }) => field),
        fields,
      ),
    );
});
