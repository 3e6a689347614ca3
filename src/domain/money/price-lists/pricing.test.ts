import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Shipment, SurchargeRow } from "#domain/money/surcharges/public.ts";
import { computeLeastPrice, type PricedList, priceShipment } from "./pricing.ts";
import type { Rule } from "./shapes.ts";

const plain: PricedList = {
  family: "shipping_service",
  currency: "EUR",
  rules: [],
  zones: [],
  volumetric_divisor: 5000,
  minimum_minor: 0,
  rounding_minor: 1,
  tax_percent: 0,
};
const price = (list: Partial<PricedList>, shipment: Shipment, road_factor = 1) =>
  priceShipment({ ...plain, ...list }, shipment, { road_factor, surcharges: [] });
const getLines = (list: Partial<PricedList>, shipment: Shipment) =>
  Object.fromEntries(
    price(list, shipment).priced?.lines.map(({ code, amount_minor }) => [code, amount_minor]) ?? [],
  );

describe("a local delivery", () => {
  const place = (lat: number, postal_code = "70000-000") => ({ lat, lng: -47.9, postal_code, country: "BR" });
  const list: Partial<PricedList> = {
    family: "local_delivery",
    rules: [
      {
        name: "Near",
        km_max: 20,
        base_minor: 500,
        includes_km: 2,
        per_km_minor: 100,
        includes_kg: 1,
        per_kg_minor: 50,
        per_parcel_minor: 200,
        minimum_minor: 900,
        tax_percent: 10,
        service_factors: { express: 1.5 },
      },
      { name: "South", postal_prefixes: ["71"], base_minor: 3000 },
    ],
  };

  test("adds distance, weight and parcels beyond what is included, then service, minimum and tax", () => {
    const shipment: Shipment = {
      pickup: place(-15.8),
      dropoff: place(-15.8),
      parcels: [{ weight_g: 2500 }, { weight_g: 100 }],
      service: "express",
    };
    // 500 + 2 kg × 50 + 200 = 800; × 1.5 = 1200; + 10 %.
    assert.equal(price(list, shipment, 1.3).priced?.total_minor, 1320);
    assert.equal(price(list, { ...shipment, service: "standard" }, 1.3).priced?.total_minor, 990);
    const far = price(list, { ...shipment, dropoff: place(-15.9), service: "standard" }, 1.3).priced;
    assert.equal(far?.distance_km, 14.5);
    assert.equal(far?.total_minor, Math.round((500 + 1250 + 100 + 200) * 1.1));
  });

  test("a bulky parcel counts by its volume, and the divisor is the list's", () => {
    const shipment: Shipment = {
      pickup: place(-15.8),
      dropoff: place(-15.8),
      parcels: [{ weight_g: 500, length_mm: 500, width_mm: 400, height_mm: 300 }],
    };
    assert.equal(price(list, shipment).priced?.billable_weight_g, 12_000);
    assert.equal(price({ ...list, volumetric_divisor: 6000 }, shipment).priced?.billable_weight_g, 10_000);
  });

  test("without a known distance has no rule with kilometres, and no service without a factor", () => {
    const nowhere: Shipment = { pickup: place(-15.8), dropoff: { postal_code: "70000-000" } };
    const unknown = price(list, nowhere, 1.3);
    assert.equal(unknown.priced, null);
    assert.deepEqual(unknown.skipped, [
      { rule: "Near", reason: "distance_unknown" },
      { rule: "South", reason: "postal_code" },
    ]);
    assert.equal(
      price(list, { ...nowhere, dropoff: { postal_code: "71000-000" } }).priced?.total_minor,
      3000,
    );
    assert.equal(
      price(list, { ...nowhere, type: "P", dropoff: null, pickup: { postal_code: "71" } }).priced?.rule,
      "South",
    );
    const economy = price(list, { pickup: place(-15.8), dropoff: place(-15.8), service: "economy" });
    assert.deepEqual(
      economy.skipped.map(({ reason }) => reason),
      ["service", "service"],
    );
    const express = price({ ...plain, ...list, family: "ltl_service" }, { ...nowhere, service: "express" });
    assert.deepEqual(express.skipped, [
      { rule: "Near", reason: "distance_unknown" },
      { rule: "South", reason: "postal_code" },
    ]);
  });
});

describe("conditions", () => {
  const zones = [
    { name: "Lisbon", countries: ["PT"], postal_prefixes: ["1"] },
    { name: "Iberia", countries: ["PT", "ES"] },
    { name: "Channel", postal_prefixes: ["JE", "GY"] },
  ];
  const at = (country: string, postal_code = "") => ({ country, postal_code });
  for (const { name, rule, shipment, reason } of [
    {
      name: "a zone by country and prefix contains neither alone",
      rule: { to_zones: ["Lisbon"] },
      shipment: { dropoff: at("PT", "4000") },
      reason: "to",
    },
    {
      name: "a zone by country and prefix, both met",
      rule: { to_zones: ["Lisbon"] },
      shipment: { dropoff: at("PT", "1000-001") },
    },
    {
      name: "one of several zones is enough",
      rule: { to_zones: ["Lisbon", "Iberia"] },
      shipment: { dropoff: at("ES", "28001") },
    },
    {
      name: "a zone of the pickup",
      rule: { from_zones: ["Iberia"] },
      shipment: { pickup: at("FR") },
      reason: "from",
    },
    {
      name: "prefixes beside zones are further places",
      rule: { to_zones: ["Lisbon"], to_postal_prefixes: ["99"] },
      shipment: { dropoff: at("US", "99501") },
    },
    {
      name: "prefixes of the pickup",
      rule: { from_postal_prefixes: ["99"] },
      shipment: { pickup: at("US", "88001") },
      reason: "from",
    },
    {
      name: "spaces, hyphens and case in postal codes do not matter",
      rule: { to_postal_prefixes: ["je2 3"] },
      shipment: { dropoff: at("JE", "JE23AB") },
    },
    { name: "no place is in no zone", rule: { to_zones: ["Channel"] }, shipment: {}, reason: "to" },
    {
      name: "the service of the rule",
      rule: { services: ["sea", "air"] },
      shipment: { service: "air" },
    },
    {
      name: "another service",
      rule: { services: ["sea"] },
      shipment: { service: "air" },
      reason: "service",
    },
    {
      name: "a shipment of no carrier account",
      rule: { carrier_accounts: ["dhl-1"] },
      shipment: {},
      reason: "carrier_account",
    },
    {
      name: "a distance that was given",
      rule: { km_max: 30 },
      shipment: { distance_km: 30.1 },
      reason: "distance",
    },
    {
      name: "weight of all pieces",
      rule: { weight_g_max: 5000 },
      shipment: { parcels: [{ weight_g: 1001, quantity: 5 }] },
      reason: "weight",
    },
    {
      name: "beyond the last break",
      rule: { weight_breaks: [{ up_to_g: 5000, amount_minor: 1 }] },
      shipment: { parcels: [{ weight_g: 5001 }] },
      reason: "weight",
    },
    {
      name: "beyond the last break, with a price for further kilograms",
      rule: { weight_breaks: [{ up_to_g: 5000, amount_minor: 1 }], per_further_kg_minor: 1 },
      shipment: { parcels: [{ weight_g: 5001 }] },
    },
    {
      name: "a volume that is not known",
      rule: { per_m3_minor: 100 },
      shipment: { parcels: [{ weight_g: 1, length_mm: 100, width_mm: 100 }] },
      reason: "volume_unknown",
    },
    {
      name: "days that are not known",
      rule: { per_day_minor: 100 },
      shipment: {},
      reason: "days_unknown",
    },
    {
      name: "a markup on no charge",
      rule: { base_minor: undefined, markup: { percent: 5 } },
      shipment: {},
      reason: "carrier_charge",
    },
    {
      name: "a markup on a charge in another currency",
      rule: { base_minor: undefined, markup: { percent: 5 } },
      shipment: { carrier_charge: { amount_minor: 100, currency: "USD" } },
      reason: "currency",
    },
  ] as { name: string; rule: Partial<Rule>; shipment: Shipment; reason?: string }[]) {
    test(name, () => {
      const rules = [{ name: "Only", base_minor: 100, ...rule } as Rule];
      const { priced, skipped } = price({ zones, rules }, shipment);
      assert.deepEqual(skipped, reason === undefined ? [] : [{ rule: "Only", reason }]);
      assert.equal(priced === null, reason !== undefined);
    });
  }
});

describe("amounts", () => {
  test("the first break that is heavy enough, beyond the last one each kilogram begun", () => {
    const rules = [
      {
        name: "By weight",
        weight_breaks: [
          { up_to_g: 2000, amount_minor: 500 },
          { up_to_g: 10_000, amount_minor: 900 },
        ],
        per_further_kg_minor: 70,
      },
    ];
    for (const [weight_g, total] of [
      [0, 500],
      [2000, 500],
      [2001, 900],
      [10_000, 900],
      [10_001, 970],
      [12_500, 1110],
    ] as const)
      assert.deepEqual(getLines({ rules }, { parcels: [{ weight_g }] }), { weight_break: total });
  });

  test("cubic metres and further pieces beside a base", () => {
    const rules = [
      { name: "Removal", base_minor: 10_000, includes_m3: 2, per_m3_minor: 4000, per_parcel_minor: 50 },
    ];
    assert.deepEqual(getLines({ rules }, { volume_cm3: 5_500_000, parcels: [{ quantity: 11 }] }), {
      base: 10_000,
      parcels: 500,
      volume: 14_000,
    });
  });

  test("storage by the day, for the shipment, its pieces, kilograms or cubic metres, after free days", () => {
    const parcels = [{ quantity: 2, weight_g: 5200, length_mm: 1000, width_mm: 500, height_mm: 500 }];
    for (const [day_unit, amount] of [
      [undefined, 300],
      ["shipment", 300],
      ["piece", 600],
      ["kg", 30_000],
      ["m3", 150],
    ] as const) {
      const rules = [{ name: "Stored", per_day_minor: 100, includes_days: 7, ...(day_unit && { day_unit }) }];
      assert.deepEqual(
        getLines({ rules }, { parcels, days: 10 }),
        { base: 0, days: amount },
        `a day of a ${day_unit}`,
      );
      assert.deepEqual(getLines({ rules }, { parcels, days: 7 }), { base: 0 });
    }
  });

  for (const { name, markup, charge, total, markup_minor } of [
    { name: "percent and fixed", markup: { percent: 10, fixed_minor: 50 }, charge: 1234, total: 1407 },
    { name: "at least the minimum", markup: { percent: 1, minimum_minor: 80 }, charge: 1000, total: 1080 },
    { name: "a discount", markup: { percent: -20 }, charge: 1000, total: 800 },
    { name: "never below zero", markup: { fixed_minor: -5000 }, charge: 1000, total: 0 },
  ].map((one) => ({ ...one, markup_minor: one.total - one.charge })))
    test(`a markup: ${name}`, () => {
      const rules = [{ name: "Our account", markup }];
      const { priced } = price({ rules }, { carrier_charge: { amount_minor: charge, currency: "EUR" } });
      assert.deepEqual(priced?.lines, [{ code: "carriage", label: "Carriage", amount_minor: total }]);
      assert.equal(priced?.markup_minor, markup_minor);
    });

  test("minimum, rounding and tax are the list's, where the rule has none of its own", () => {
    const terms = { minimum_minor: 1001, rounding_minor: 50, tax_percent: 10 };
    const base = { name: "Flat", base_minor: 200 };
    assert.deepEqual(getLines({ ...terms, rules: [base] }, {}), {
      base: 200,
      minimum: 801,
      rounding: 49,
      tax: 105,
    });
    const own_pricing = { ...base, minimum_minor: 0, rounding_minor: 1, tax_percent: 0 };
    assert.deepEqual(getLines({ ...terms, rules: [own_pricing] }, {}), { base: 200 });
  });

  test("what cannot be a price is none", () => {
    const rules = [{ name: "Mistake", base_minor: 0, per_kg_minor: 100_000_000 }];
    const { priced, skipped } = price({ rules }, { parcels: [{ weight_g: 2_000_000_000 }] });
    assert.equal(priced, null);
    assert.deepEqual(skipped, [{ rule: "Mistake", reason: "amount" }]);
  });
});

const amount = fc.integer({ min: 0, max: 100_000 });
const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
/** A rule whose breaks cost more the heavier they are. */
const ruleArbitrary = fc
  .record({
    base_minor: amount,
    breaks: optional(
      fc.array(fc.record({ step_g: fc.integer({ min: 1, max: 20_000 }), more: amount }), {
        minLength: 1,
        maxLength: 6,
      }),
    ),
    per_further_kg_minor: amount,
    includes_kg: optional(fc.double({ min: 0, max: 50, noNaN: true })),
    per_kg_minor: optional(amount),
    per_parcel_minor: optional(amount),
    per_m3_minor: optional(amount),
    per_day_minor: optional(amount),
    day_unit: optional(fc.constantFrom("shipment", "piece", "kg", "m3")),
    minimum_minor: optional(amount),
    rounding_minor: optional(fc.integer({ min: 1, max: 1000 })),
    tax_percent: optional(fc.double({ min: 0, max: 100, noNaN: true })),
    express: fc.double({ min: 0.01, max: 10, noNaN: true }),
  })
  .map(({ breaks, express, per_further_kg_minor, ...rule }) => {
    let [up_to_g, amount_minor] = [0, 0];
    const weight_breaks = breaks?.map(({ step_g, more }) => {
      [up_to_g, amount_minor] = [up_to_g + step_g, amount_minor + more];
      return { up_to_g, amount_minor };
    });
    const by_weight = weight_breaks === undefined ? {} : { weight_breaks, per_further_kg_minor };
    return { name: "Any", service_factors: { express }, ...rule, ...by_weight } as Rule;
  });
const size = fc.integer({ min: 1, max: 2000 });
const shipmentArbitrary = fc.record({
  parcels: fc.array(
    fc.record({
      weight_g: fc.integer({ min: 0, max: 50_000 }),
      length_mm: size,
      width_mm: size,
      height_mm: size,
      quantity: fc.integer({ min: 1, max: 20 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  days: fc.integer({ min: 0, max: 60 }),
  service: fc.constantFrom("standard", "express"),
});

const surcharge = {
  id: 1,
  name: "Extra",
  currency: "EUR",
  amount_minor: null,
  percent: null,
  minimum_minor: 0,
  conditions: {},
  taxable: true,
  families: [],
  is_optional: false,
  version: 1,
  created_at: "2026-11-20T12:00:00Z",
  closed_at: null,
};
const surcharges: SurchargeRow[] = [
  { ...surcharge, code: "fuel", kind: "percent", trigger: "fuel", percent: 7.3, taxable: false },
  {
    ...surcharge,
    code: "heavy",
    kind: "per_unit",
    trigger: "overweight",
    amount_minor: 333,
    conditions: { limit_g: 25_000 },
  },
];
const priceWithSurcharges = (rule: Rule, shipment: Shipment) =>
  priceShipment({ ...plain, rules: [rule] }, shipment, { road_factor: 1, surcharges });

type SampleShipment = typeof shipmentArbitrary extends fc.Arbitrary<infer S> ? S : never;
/** A little more weight, all of it in a surcharge without tax. */
const ROUNDED: [Rule, SampleShipment, number] = [
  {
    name: "Any",
    service_factors: { express: 0.4738933030646992 },
    base_minor: 0,
    rounding_minor: 43,
    tax_percent: 21.069263510899006,
    weight_breaks: [{ up_to_g: 1, amount_minor: 0 }],
    per_further_kg_minor: 1,
  },
  {
    parcels: [
      { weight_g: 34_498, length_mm: 1, width_mm: 1, height_mm: 1, quantity: 6 },
      { weight_g: 0, length_mm: 1199, width_mm: 1896, height_mm: 5, quantity: 18 },
      { weight_g: 6644, length_mm: 1, width_mm: 1, height_mm: 1, quantity: 5 },
      { weight_g: 35_898, length_mm: 1, width_mm: 1, height_mm: 1, quantity: 16 },
    ],
    days: 0,
    service: "express",
  },
  4086,
];

/** A price close to the largest amount, which more weight takes beyond it: then there is none. */
const BEYOND: [Rule, SampleShipment, number] = [
  {
    name: "Any",
    service_factors: { express: 9.999896527726003 },
    base_minor: 0,
    per_day_minor: 90_756,
    day_unit: "kg",
  },
  {
    parcels: [
      { weight_g: 6966, length_mm: 996, width_mm: 1289, height_mm: 1897, quantity: 19 },
      { weight_g: 0, length_mm: 1190, width_mm: 1885, height_mm: 1519, quantity: 16 },
      { weight_g: 0, length_mm: 719, width_mm: 1985, height_mm: 296, quantity: 20 },
    ],
    days: 47,
    service: "express",
  },
  18_035,
];
const BEYOND_MONEY = [{ rule: "Any", reason: "amount" }];

describe("for any rule and shipment", () => {
  test("amounts are whole, their sum is the total, and a heavier shipment never costs less", () => {
    fc.assert(
      fc.property(
        ruleArbitrary,
        shipmentArbitrary,
        fc.integer({ min: 0, max: 20_000 }),
        (rule, shipment, more_g) => {
          const { priced, skipped } = priceWithSurcharges(rule, shipment);
          if (priced === null) {
            assert.deepEqual(skipped, BEYOND_MONEY);
            return;
          }
          for (const { amount_minor } of priced.lines) assert.ok(Number.isSafeInteger(amount_minor));
          assert.equal(
            priced.lines.reduce((sum, line) => sum + line.amount_minor, 0),
            priced.total_minor,
          );
          assert.ok(priced.total_minor >= 0);
          const [first, ...others] = shipment.parcels;
          const heavier = [{ ...first, weight_g: (first?.weight_g ?? 0) + more_g }, ...others];
          const after = priceWithSurcharges(rule, { ...shipment, parcels: heavier });
          if (after.priced === null) assert.deepEqual(after.skipped, BEYOND_MONEY);
          else assert.ok(after.priced.total_minor >= priced.total_minor);
        },
      ),
      { numRuns: 500, examples: [ROUNDED, BEYOND] },
    );
  });
});

test("what a service costs at least is by its cheapest rule, and no shipment costs less", () => {
  const rules: Rule[] = [
    { name: "Far", to_zones: ["Far"], services: ["parcel"], base_minor: 900, per_kg_minor: 100 },
    { name: "Near", base_minor: 300, per_kg_minor: 100, minimum_minor: 450, tax_percent: 10 },
    { name: "Other", services: ["pallet"], weight_breaks: [{ up_to_g: 1000, amount_minor: 100 }] },
    { name: "Carried", markup: { fixed_minor: 1 } },
  ];
  const list = { ...plain, rules, zones: [{ name: "Far", countries: ["FR"] }] };
  const least = (service: string, of = list) =>
    computeLeastPrice(of, service, { road_factor: 1, surcharges: [] });
  assert.deepEqual([least("parcel"), least("pallet")], [495, 100]);
  assert.equal(least("parcel", { ...list, rules: rules.slice(3) }), null);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90_000 }), fc.constantFrom("FR", "BR"), (weight_g, country) => {
      const { priced } = price(list, { service: "parcel", dropoff: { country }, parcels: [{ weight_g }] });
      assert((priced?.total_minor ?? 0) >= (least("parcel") ?? Number.NaN));
    }),
    { numRuns: 50 },
  );
});
