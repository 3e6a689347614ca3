import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findTriggers, priceService } from "./pricing.ts";
import { findStorageTerms } from "./quote.ts";
import type { Piece } from "./request.ts";
import { findServiceFaults } from "./rules.ts";
import type { ServiceDefinition } from "./shapes.ts";

const base: ServiceDefinition = {
  name: "Forwarding",
  is_offered: true,
  pricing_method: 1,
  payment: "before_confirmation",
  pickup: "optional",
  dropoff: "required",
  measures: "optional",
  form_fields: {
    type: "object",
    properties: {
      stairs: { type: "boolean", title: "Stairs" },
      floors: { type: "integer", title: "Floors", "x-depends-on": { field: "stairs", in: [true] } },
    },
  },
  warehouse_ids: [],
  packaging: [{ code: "M", name: "Box M", length_mm: 400, width_mm: 300, height_mm: 300, price_minor: 250 }],
  supplies: [{ code: "tape", name: "Tape", quantity_max: 5, price_minor: 100 }],
  surcharges: [],
  pickup_timeframes: [],
  units: { weight: "kg", length: "cm" },
};
const piece = (more: Partial<Piece> = {}): Piece => ({
  weight_g: 1500,
  length_mm: 300,
  width_mm: 200,
  height_mm: 100,
  contents: "",
  packaging: null,
  ...more,
});
const list = {
  lines: [
    { code: "base", label: "Base", amount_minor: 1000 },
    { code: "tax", label: "Tax 10 %", amount_minor: 100 },
  ],
  tax_percent: 10,
};

describe("the price of an order", () => {
  test("is that of the price list, line by line, where nothing is added", () => {
    assert.deepEqual(priceService(base, list, [piece()], {}), { lines: list.lines, total_minor: 1100 });
  });

  test("adds packaging, supplies and their tax, and the total is the sum of the lines", () => {
    const price = priceService(base, list, [piece({ packaging: "M" }), piece({ packaging: "M" }), piece()], {
      supplies: [{ code: "tape", quantity: 3 }],
    });
    assert.deepEqual(
      price?.lines.map(({ code, label, amount_minor }) => `${code} ${label} ${amount_minor}`),
      ["base Base 1000", "packaging:M Box M × 2 500", "supply:tape Tape × 3 300", "tax Tax 10 % 180"],
    );
    assert.equal(price?.total_minor, 1980);
  });

  test("has a tax where the list alone has none, and none where the percentage is zero", () => {
    const [line] = list.lines;
    assert(line !== undefined);
    const pieces = [piece({ packaging: "M" })];
    assert.equal(
      priceService(base, { lines: [line], tax_percent: 10 }, pieces, {})?.lines.at(-1)?.amount_minor,
      25,
    );
    assert.equal(priceService(base, { lines: [line], tax_percent: 0 }, pieces, {})?.total_minor, 1250);
  });

  test("is no price beyond a million millions", () => {
    const [line] = list.lines;
    assert(line !== undefined);
    const dear = { lines: [{ ...line, amount_minor: 1e12 }], tax_percent: 0 };
    assert.equal(priceService(base, dear, [piece({ packaging: "M" })], {}), null);
  });
});

describe("what triggers surcharges", () => {
  const definition: ServiceDefinition = {
    ...base,
    price_answers: { floors: "floors", is_residential: "stairs" },
    pickup_timeframes: [{ code: "am", name: "Morning", start: "08:00", end: "12:00" }],
  };
  const of = (request: Parameters<typeof findTriggers>[1]) =>
    findTriggers(definition, request, "America/Sao_Paulo");

  test("are the answers to fields that are asked, the chosen options and the day", () => {
    assert.partialDeepStrictEqual(
      of({ form: { stairs: true, floors: 4 }, surcharges: ["fragile"], scheduled_date: "2026-11-21" }),
      {
        floors: 4,
        is_residential: true,
        has_dangerous_goods: false,
        options: ["fragile"],
        date: "2026-11-21",
      },
    );
    // The number of floors is asked only where there are stairs.
    assert.partialDeepStrictEqual(of({ form: { stairs: false, floors: 4 } }), {
      floors: 0,
      is_residential: false,
      options: [],
    });
    assert.equal(of({ form: { stairs: true, floors: -3 } }).floors, 0);
  });

  test("are the window of the timeframe, in the time zone of the business", () => {
    const pickup = { line1: "Quadra 1" };
    assert.deepEqual(of({ pickup, scheduled_date: "2026-11-21", pickup_timeframe: "am" }).pickup, {
      ...pickup,
      window: { start: "2026-11-21T11:00:00.000Z", end: "2026-11-21T15:00:00.000Z" },
    });
    assert.deepEqual(of({ pickup, pickup_timeframe: "am" }).pickup, pickup);
  });
});

describe("a definition", () => {
  const faults = (
    more: Partial<ServiceDefinition>,
    identity: Partial<{
      kind: "shipping" | "storage" | "shipout";
      family: "ltl_service" | "storage_services";
    }> = {},
  ) =>
    findServiceFaults({
      kind: "shipping",
      family: "ltl_service",
      ...identity,
      definition: { ...base, ...more },
    }).map(({ field, message }) => `${field} ${message.en}`);
  const box = base.packaging[0];
  const cases: [string, string[], string[]][] = [
    ["that is valid", faults({}), []],
    [
      "of a family of another kind",
      faults({ storage: { free_days: 0, grace_days: 0 } }, { kind: "storage" }),
      ["family must be one of: storage_services for a service of this kind"],
    ],
    [
      "of storage without its terms",
      faults({}, { kind: "storage", family: "storage_services" }),
      ["storage is required for storage"],
    ],
    [
      "with terms of storage for something else",
      faults({ storage: { free_days: 0, grace_days: 0 } }),
      ["storage belongs to services of the kind storage"],
    ],
    [
      "of a ship-out that collects",
      faults({}, { kind: "shipout", family: "storage_services" }),
      ["pickup must be none: the goods are in storage"],
    ],
    [
      "with a code twice",
      box ? faults({ packaging: [box, box] }) : [],
      ["packaging/1/code is the code of another one"],
    ],
    [
      "with a timeframe that ends before it starts",
      faults({ pickup_timeframes: [{ code: "am", name: "Morning", start: "12:00", end: "12:00" }] }),
      ["pickup_timeframes/0/end must be after start"],
    ],
    [
      "with timeframes and no pickup",
      faults({
        pickup: "none",
        pickup_timeframes: [{ code: "am", name: "Morning", start: "08:00", end: "12:00" }],
      }),
      ["pickup_timeframes must be empty where nothing is collected"],
    ],
    [
      "with an answer that triggers a surcharge, and is of another type",
      faults({ price_answers: { floors: "stairs", is_residential: "stairs" } }),
      ["price_answers/floors must be a field of the form of type integer or number"],
    ],
    [
      "with an answer to no field",
      faults({ price_answers: { has_dangerous_goods: "batteries" } }),
      ["price_answers/has_dangerous_goods must be a field of the form of type boolean"],
    ],
    [
      "with a form that is wrong",
      faults({ form_fields: { type: "object", properties: {}, required: ["a"] } }),
      ["form_fields/required/0 is no field of the form"],
    ],
  ];
  for (const [what, actual, expected] of cases) test(what, () => assert.deepEqual(actual, expected));
});

test("storage says how many days cost nothing, of the service and of the list, and what a day costs after them", () => {
  for (const [
    service_free,
    included,
    per_day,
    free_days,
    day_minor,
    { base = 0, minimum = 0, step = 1 } = {},
  ] of [
    [0, 0, 100, 0, 100],
    [0, 3, 100, 3, 100],
    [2, 0, 100, 2, 100],
    [2, 3, 100, 3, 100],
    [5, 3, 100, 5, 100],
    [0, 365, 7, 365, 7],
    [0, 1, 1, 1, 1],
    [4, 0, 0, 4, 0],
    // The minimum of the list covers a part of the first day that costs something.
    [0, 7, 90, 18, 90, { base: 500, minimum: 1500 }],
    [0, 0, 90, 16, 90, { minimum: 1500 }],
    [3, 0, 100, 15, 100, { minimum: 1500 }],
    // A list that rounds up charges the days in steps.
    [0, 3, 80, 3, 80, { base: 500, step: 50 }],
    [0, 3, 10, 3, 10, { base: 500, step: 100 }],
  ] as [number, number, number, number, number, { base?: number; minimum?: number; step?: number }?][]) {
    const price = (days: number) =>
      Math.ceil(Math.max(minimum, base + Math.max(0, days - included) * per_day) / step) * step;
    const terms = findStorageTerms(
      (_pieces, day, after = day - 1) => price(day) - price(after),
      [],
      service_free,
    );
    assert.deepEqual(terms, { free_days, day_minor }, `${service_free} ${included} ${per_day}`);
  }
  assert.deepEqual(
    findStorageTerms(() => null, [], 2),
    { free_days: 2, day_minor: null },
  );
});
