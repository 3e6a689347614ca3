import assert from "node:assert/strict";
import { test } from "node:test";
import { computePrice, type Markup } from "./rules.ts";

test("a price is the charge and the first markup that fits, rounded up", () => {
  const cases: [markups: Markup[], service: string, charge_minor: number, price: number | null][] = [
    [[], "express", 1000, null],
    [[{}], "express", 1000, 1000],
    [[{ percent: 10 }], "express", 1005, 1106],
    [[{ percent: 10, fixed_minor: 50 }], "express", 1000, 1150],
    [[{ percent: 1, minimum_minor: 200 }], "express", 1000, 1200],
    [[{ percent: 30, minimum_minor: 200 }], "express", 1000, 1300],
    [[{ percent: 10, rounding_minor: 50 }], "express", 1010, 1150],
    [[{ percent: 10, rounding_minor: 50 }], "express", 1000, 1100],
    [[{ service: "economy", percent: 50 }, { percent: 5 }], "express", 1000, 1050],
    [[{ service: "economy", percent: 50 }, { percent: 5 }], "economy", 1000, 1500],
    [[{ service: "economy", percent: 50 }], "express", 1000, null],
    [[{ percent: 10 }], "express", 0, 0],
  ];
  for (const [markups, service, charge_minor, price] of cases)
    assert.equal(
      computePrice(markups, { service, charge_minor }),
      price,
      JSON.stringify([markups, service, charge_minor]),
    );
});
