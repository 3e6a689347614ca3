import assert from "node:assert/strict";
import { test } from "node:test";
import { messages } from "./messages.ts";
import {
  type BoughtLabel,
  findFaults,
  isAllowed,
  isMatching,
  type OfferAtPurchase,
  type RuledShipment,
  replayRules,
  selectRule,
} from "./rules.ts";
import type { ShippingRule } from "./shapes.ts";

const rule = (when: ShippingRule["when"], then: ShippingRule["then"] = {}): ShippingRule => ({
  name: "Rule",
  when,
  then,
});
const packed = (...weights: number[]) =>
  weights.map((weight_g) => ({
    weight_g,
    length_mm: null,
    width_mm: null,
    height_mm: null,
    description: "",
    reference: "",
  }));
const ruled: RuledShipment = {
  shipment: {
    from: { line1: "Rua A 1", country: "BR" },
    to: { line1: "Rua B 2", postal_code: "01310-100", country: "BR" },
    packages: packed(900, 1100),
    is_return: false,
  },
  customer_id: 7,
};

for (const [when, fits] of [
  [{}, true],
  [{ to_countries: ["PT", "BR"] }, true],
  [{ to_countries: ["PT"] }, false],
  [{ to_postal_prefixes: ["0131 01"] }, true],
  [{ to_postal_prefixes: ["02"] }, false],
  [{ is_international: false }, true],
  [{ is_international: true }, false],
  [{ is_return: false }, true],
  [{ is_return: true }, false],
  [{ weight_g_min: 2000, weight_g_max: 2000 }, true],
  [{ weight_g_min: 2001 }, false],
  [{ weight_g_max: 1999 }, false],
  [{ package_count_min: 2, package_count_max: 2 }, true],
  [{ package_count_min: 3 }, false],
  [{ package_count_max: 1 }, false],
  [{ customer_ids: [6, 7] }, true],
  [{ customer_ids: [6] }, false],
  [{ to_countries: ["BR"], weight_g_max: 1 }, false],
] as const)
  test(`${JSON.stringify(when)} ${fits ? "fits" : "does not fit"}`, () => {
    assert.equal(isMatching(rule(structuredClone(when) as ShippingRule["when"]), ruled), fits);
  });

test("a disabled rule fits nothing, and one for a customer does not fit what the business buys for itself", () => {
  assert.equal(isMatching({ ...rule({}), is_enabled: false }, ruled), false);
  assert.equal(isMatching(rule({ customer_ids: [7] }), { ...ruled, customer_id: null }), false);
});

test("the first rule that fits and leaves a rate decides", () => {
  const rates = [
    { carrier_account: "house", service: "standard" },
    { carrier_account: "house", service: "express" },
  ];
  const rules = [
    rule({ to_countries: ["PT"] }, { services: ["standard"] }),
    rule({}, { carrier_account: "correios" }),
    rule({}, { carrier_account: "house", services: ["express"] }),
    rule({}, { services: ["standard"] }),
  ];
  const selected = selectRule(rules, ruled, rates);
  assert.equal(selected?.rule, rules[2]);
  assert.deepEqual(selected?.rates, [rates[1]]);
  assert.equal(selectRule(rules.slice(0, 2), ruled, rates), undefined);
  assert.equal(isAllowed(rule({}), { carrier_account: "any", service: "any" }), true);
});

test("rules are replayed on what was offered for a label, and say what would have been bought and the difference", () => {
  const offer = (service: string, price_minor: number, arrives_on: string | null): OfferAtPurchase => ({
    carrier_account: "house",
    service,
    service_name: service,
    price_minor,
    currency: "BRL",
    arrives_on,
    preference: 100,
  });
  const [standard, express] = [offer("standard", 900, "2026-03-04"), offer("express", 1500, "2026-03-03")];
  const label: BoughtLabel = {
    ...ruled,
    carrier_account: "house",
    service: "standard",
    price_minor: 900,
    currency: "BRL",
    offers: [standard, express],
  };
  const nobody = rule({}, { carrier_account: "correios" });
  const fastest = rule({}, { strategy: "fastest" });
  assert.deepEqual(replayRules([nobody, fastest], label, "BRL"), {
    rule: fastest,
    is_different: true,
    chosen: express,
    difference_minor: 600,
  });
  const bought_dear = { ...label, service: "express", price_minor: 1500 };
  assert.deepEqual(replayRules([nobody], bought_dear, "BRL"), {
    rule: null,
    is_different: true,
    chosen: standard,
    difference_minor: -600,
  });
  assert.partialDeepStrictEqual(replayRules([], label, "BRL"), { is_different: false, difference_minor: 0 });
  const foreign = { ...label, offers: [{ ...express, currency: "EUR" }] };
  assert.partialDeepStrictEqual(replayRules([], foreign, "BRL"), {
    is_different: true,
    difference_minor: null,
  });
  const unknown = { ...label, offers: null };
  assert.deepEqual(replayRules([nobody, fastest], unknown, "BRL"), {
    rule: nobody,
    is_different: true,
    chosen: null,
    difference_minor: null,
  });
  assert.partialDeepStrictEqual(replayRules([fastest], unknown, "BRL"), { is_different: false });
});

test("a range the wrong way around is a fault of its field", () => {
  assert.deepEqual(
    findFaults([
      rule({ weight_g_min: 5, weight_g_max: 4 }),
      rule({ package_count_min: 2, package_count_max: 2 }),
    ]),
    [{ field: "rules/0/when/weight_g_max", message: messages.less_than_minimum }],
  );
});
