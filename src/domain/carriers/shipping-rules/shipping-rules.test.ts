import assert from "node:assert/strict";
import { test } from "node:test";
import { quoteAndShip } from "#domain/carriers/shipping/operations/quote-and-ship.ts";
import { refusalOf, testService } from "#tests/support/service.ts";
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
  const t = await service.business();
  const admin = t.as("client_admin");
  const ship = async (weight_g: number, strategy: "rules" | "cheapest") =>
    (await admin(quoteAndShip, { ship_from: FROM, ship_to: TO, packages: [{ weight_g }], strategy }))
      .label_order;
  assert.deepEqual(await admin(getShippingRules, {}), { result: true, version: 0, rules: [] });
  const cheapest = await ship(800, "rules");
  const heavy = await ship(6000, "cheapest");
  assert.equal(cheapest.service, heavy.service);

  const tested = await admin(testShippingRules, { rules: [HEAVY, FAST] });
  assert.partialDeepStrictEqual(tested, {
    tested: 2,
    without_rule: 0,
    rules: [
      { name: "Heavy", matched: 1, different: 1 },
      { name: "Goiânia fast", matched: 1, different: 0 },
    ],
    examples: [{ label_order_id: heavy.id, rule: "Heavy", carrier_account: "house" }],
  });
  assert.equal((await admin(getShippingRules, {})).version, 0, "a test sets nothing");

  const set = await admin(setShippingRules, { rules: [HEAVY, NOBODY, FAST] });
  assert.equal(set.version, 1);
  assert.equal((await ship(6000, "rules")).service, "express");
  assert.equal((await ship(800, "rules")).service, "express", "the fastest, as the third rule says");
  assert.equal((await ship(800, "cheapest")).service, cheapest.service);
  assert.deepEqual((await admin(testShippingRules, {})).rules[1], {
    name: NOBODY.name,
    matched: 3,
    different: 3,
  });
});

test("rules that are not valid change nothing, and of two writers at once one is refused", async () => {
  const t = await service.business();
  const admin = t.as("client_admin");
  await admin(setShippingRules, { rules: [FAST] });
  const faulty = [
    rule("Account", {}, { carrier_account: "nowhere" }),
    rule("Customer", { customer_ids: [1] }, {}),
  ];
  const refused = await refusalOf(admin(setShippingRules, { rules: faulty }));
  assert.equal(refused.code, "unknown_reference");
  assert.deepEqual(
    refused.errors?.map(({ field }) => field),
    ["rules/0/then/carrier_account", "rules/1/when/customer_ids/0"],
  );
  const turned = rule("Turned", { weight_g_min: 2, weight_g_max: 1 }, {});
  assert.equal((await refusalOf(admin(setShippingRules, { rules: [turned] }))).code, "invalid_request");
  assert.equal((await refusalOf(admin(testShippingRules, { rules: [turned] }))).code, "invalid_request");

  const put = (name: string) =>
    t.http(
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
