import assert from "node:assert/strict";
import { test } from "node:test";
import { createShippingLabel } from "#domain/carriers/shipping/operations/create-shipping-label.ts";
import { quoteAndShip } from "#domain/carriers/shipping/operations/quote-and-ship.ts";
import { rateLabels } from "#domain/carriers/shipping/operations/rate-labels.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { getShippingRules } from "./operations/get-shipping-rules.ts";
import { setShippingRules } from "./operations/set-shipping-rules.ts";
import { testShippingRules } from "./operations/test-shipping-rules.ts";
import type { ShippingRule } from "./shapes.ts";

const service = await testService();
const FROM = { line1: "SIA 3", city: "Brasília", postal_code: "71200-030", country: "BR" };
const TO = { name: "Clara", line1: "Rua A 1", city: "Goiânia", postal_code: "74000-000", country: "BR" };

const rule = (name: string, when: ShippingRule["when"], then: ShippingRule["then"]): ShippingRule => ({
  name,
  when,
  then,
});
const HEAVY = rule("Heavy", { weight_g_min: 5000 }, { services: ["express"] });
const NOBODY = rule("Nobody offers it", {}, { services: ["no-such-service"] });
const FAST = rule("Goiânia fast", { to_postal_prefixes: ["74"] }, { strategy: "fastest" });

test("labels follow the rules, which are tested on past labels before they are set", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const ship = async (weight_g: number, strategy: "rules" | "cheapest") =>
    (await admin(quoteAndShip, { ship_from: FROM, ship_to: TO, packages: [{ weight_g }], strategy }))
      .label_order;
  assert.deepEqual(await admin(getShippingRules, {}), { result: true, version: 0, rules: [] });
  const cheapest = await ship(800, "rules");
  const heavy = await ship(6000, "cheapest");
  assert.equal(cheapest.service, heavy.service);
  const to_heavy = { ship_from: FROM, ship_to: TO, packages: [{ weight_g: 6000 }] };
  const { rates } = await admin(rateLabels, to_heavy);
  const express = rates.find(({ service }) => service === "express");
  const other = await admin(rateLabels, { ...to_heavy, packages: [{ weight_g: 9000 }] });
  assert.equal(other.rates.length, rates.length, "quoted between, for another shipment");
  const by_hand = await admin(createShippingLabel, { rate_id: rates[0]?.rate_id ?? "" });
  assert.equal(by_hand.label_order.service, heavy.service);
  const dearer = (express?.shipping_price ?? 0) - (heavy.shipping_price ?? 0);
  assert.ok(dearer > 0);

  const tested = await admin(testShippingRules, { rules: [HEAVY, FAST] });
  assert.partialDeepStrictEqual(tested, {
    tested: 3,
    without_rule: 0,
    different: 3,
    without_price: 0,
    rules: [
      { name: "Heavy", matched: 2, different: 2, difference_minor: 2 * dearer },
      { name: "Goiânia fast", matched: 1, different: 1 },
    ],
  });
  assert.deepEqual(
    tested.examples.map(({ label_order_id }) => label_order_id),
    [by_hand.label_order.id, heavy.id, cheapest.id],
  );
  assert.partialDeepStrictEqual(tested.examples[0], {
    rule: "Heavy",
    carrier_account: "house",
    price_minor: heavy.shipping_price,
    instead: { carrier_account: "house", service_name: "Express", price_minor: express?.shipping_price },
    difference_minor: dearer,
  });
  assert.equal(
    tested.difference_minor,
    tested.rules.reduce((sum, { difference_minor }) => sum + difference_minor, 0),
  );
  // What was bought before labels remembered their offers.
  await service.system.execute("update label_order set offers = null where business_id = $1 and id = $2", [
    business.id,
    heavy.id,
  ]);
  assert.partialDeepStrictEqual(await admin(testShippingRules, { rules: [HEAVY] }), {
    without_rule: 1,
    different: 2,
    without_price: 1,
    difference_minor: dearer,
    examples: [{}, { label_order_id: heavy.id, instead: null, difference_minor: null }],
  });
  assert.partialDeepStrictEqual(await admin(testShippingRules, { rules: [NOBODY] }), {
    without_rule: 2,
    rules: [{ name: NOBODY.name, matched: 1, different: 1, difference_minor: 0 }],
  });
  assert.equal((await admin(getShippingRules, {})).version, 0, "a test sets nothing");

  const set = await admin(setShippingRules, { rules: [HEAVY, NOBODY, FAST] });
  assert.equal(set.version, 1);
  assert.equal((await ship(6000, "rules")).service, "express");
  assert.equal((await ship(800, "rules")).service, "express", "the fastest, as the third rule says");
  assert.equal((await ship(800, "cheapest")).service, cheapest.service);
  const [, nobody, fast] = (await admin(testShippingRules, {})).rules;
  assert.partialDeepStrictEqual(nobody, { name: NOBODY.name, matched: 0 });
  assert.partialDeepStrictEqual(fast, { name: FAST.name, matched: 3, different: 2 });
});

test("rules that are not valid change nothing, and of two writers at once one is refused", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  await admin(setShippingRules, { rules: [FAST] });
  const faulty = [
    rule("Account", {}, { carrier_account: "nowhere" }),
    rule("Customer", { customer_ids: [1] }, {}),
  ];
  const refused = await catchRefusal(admin(setShippingRules, { rules: faulty }));
  assert.equal(refused.code, "unknown_reference");
  assert.deepEqual(
    refused.errors?.map(({ field }) => field),
    ["rules/0/then/carrier_account", "rules/1/when/customer_ids/0"],
  );
  const turned = rule("Turned", { weight_g_min: 2, weight_g_max: 1 }, {});
  assert.equal((await catchRefusal(admin(setShippingRules, { rules: [turned] }))).code, "invalid_request");
  assert.equal((await catchRefusal(admin(testShippingRules, { rules: [turned] }))).code, "invalid_request");

  const put = (name: string) =>
    business.http(
      "client_admin",
      "POST",
      "/api/v1/labelservice/rules",
      { rules: [{ ...FAST, name }] },
      { "if-match": '"1"' },
    );
  const answers = await Promise.all([put("One"), put("Two")]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await admin(getShippingRules, {})).version, 2);
});
