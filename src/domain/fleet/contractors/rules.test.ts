import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrderRule } from "./rules.ts";
import {
  findRuleErrors,
  getIsoWeekday,
  isAcceptedBy,
  isInsidePolygon,
  RuleCounter,
  type RuleOrder,
} from "./rules.ts";

const order: RuleOrder = { type: "D", postal_code: "70.040-010", lat: -15.79, lng: -47.88 };
const square = [
  { lat: -16, lng: -48 },
  { lat: -16, lng: -47 },
  { lat: -15, lng: -47 },
  { lat: -15, lng: -48 },
];

const CASES: [string, OrderRule, Partial<RuleOrder>, number, boolean][] = [
  ["no condition at all", {}, {}, 1, true],
  ["the beginning of its postal code", { postcode_prefixes: ["71", "70040"] }, {}, 1, true],
  ["however the code is written", { postcode_prefixes: ["70 040-0"] }, { postal_code: "70040010" }, 1, true],
  ["letters too, in any case", { postcode_prefixes: ["sw1a"] }, { postal_code: "SW1A 1AA" }, 1, true],
  ["not the middle of the code", { postcode_prefixes: ["040"] }, {}, 1, false],
  ["no code, no prefix", { postcode_prefixes: ["7"] }, { postal_code: "" }, 1, false],
  ["inside the area", { polygon: square }, {}, 1, true],
  ["beside the area", { polygon: square }, { lng: -46.99 }, 1, false],
  ["without coordinates it is in no area", { polygon: square }, { lat: null, lng: null }, 1, false],
  ["a type of the rule", { types: ["P", "D"] }, {}, 1, true],
  ["another type", { types: ["P"] }, {}, 1, false],
  ["a day of the rule", { weekdays: [6, 7] }, {}, 7, true],
  ["another day", { weekdays: [6, 7] }, {}, 1, false],
  ["every condition must hold", { types: ["D"], weekdays: [1], postcode_prefixes: ["71"] }, {}, 1, false],
  ["a capacity alone is none", { capacity_per_day: 0 }, {}, 1, true],
];

for (const [name, rule, more, weekday, expected] of CASES) {
  test(`a rule accepts: ${name}`, () =>
    assert.equal(isAcceptedBy(rule, { ...order, ...more }, weekday), expected));
}

test("a concave area excludes its notch", () => {
  const bay = [...square.slice(0, 2), { lat: -15.5, lng: -47.9 }, ...square.slice(2)];
  assert.equal(isInsidePolygon(bay, { lat: -15.5, lng: -47.95 }), true);
  assert.equal(isInsidePolygon(bay, { lat: -15.5, lng: -47.5 }), false);
});

test("Monday is the first day, Sunday the seventh", () => {
  assert.deepEqual(["2026-11-23", "2026-11-28", "2026-11-29"].map(getIsoWeekday), [1, 6, 7]);
});

test("when a rule is full, the next one that accepts the order is used", () => {
  const counter = new RuleCounter(
    [
      { types: ["D"], capacity_per_day: 2 },
      { postcode_prefixes: ["7"], capacity_per_day: 1 },
    ],
    1,
  );
  assert.deepEqual(
    [1, 2, 3, 4].map(() => counter.countIfAccepted(order)),
    ["taken", "taken", "taken", "no_room"],
  );
  assert.equal(counter.countIfAccepted({ ...order, type: "P", postal_code: "1" }), "no_rule");
  assert.deepEqual(counter.counts, [2, 1]);
  assert.equal(new RuleCounter([], 1).countIfAccepted(order), "no_rule");
});

const FAULTS: [string, OrderRule, string[]][] = [
  ["an area", { polygon: square }, []],
  ["a capacity alone", { capacity_per_day: 5 }, []],
  ["a name alone", { name: "All" }, ["rules/0"]],
  ["two areas", { polygon: square, postcode_prefixes: ["7"] }, ["rules/0"]],
  ["a prefix of dashes", { postcode_prefixes: ["7", "--"] }, ["rules/0/postcode_prefixes/1"]],
  ["a corner twice", { polygon: [...square, square[0] as (typeof square)[0]] }, ["rules/0/polygon"]],
  [
    "a bow tie",
    { polygon: [square[0], square[2], square[1], square[3]] as typeof square },
    ["rules/0/polygon"],
  ],
  ["a line", { polygon: [0, 1, 2].map((at) => ({ lat: at, lng: at })) }, ["rules/0/polygon"]],
];

for (const [name, rule, fields] of FAULTS) {
  test(`the errors of a rule: ${name}`, () =>
    assert.deepEqual(
      findRuleErrors([rule]).map((fault) => fault.field),
      fields,
    ));
}
