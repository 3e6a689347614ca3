import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createOrder } from "#domain/orders/orders/operations/create-order.ts";
import { createWarehouse } from "#domain/warehouse/warehouses/operations/create-warehouse.ts";
import { runSchedule } from "#tests/support/jobs.ts";
import { refusalOf, type TestBusiness, testService } from "#tests/support/service.ts";
import { createPriceList } from "./operations/create-price-list.ts";
import { getPriceList } from "./operations/get-price-list.ts";
import { listPriceLists } from "./operations/list-price-lists.ts";
import { rateDelivery } from "./operations/rate-delivery.ts";
import { replacePriceList } from "./operations/replace-price-list.ts";
import { completeRule } from "./price-lists.ts";
import { priceShipment } from "./pricing.ts";

const service = await testService();

const dropoff = {
  name: "Clara Dias",
  line1: "Quadra 7",
  city: "Brasília",
  postal_code: "70000-000",
  country: "BR",
  lat: -15.7,
  lng: -47.9,
};
const flat = { name: "Flat", base_minor: 1000, service_factors: { express: 2 } };

async function withList(t: TestBusiness, rules: Parameters<typeof completeRule>[0][] = [flat]) {
  return t.as("client_admin")(createPriceList, { name: "Standard", rules, is_default: true });
}

describe("pricing", () => {
  const km = (lat: number) => ({ ...dropoff, lat, lng: -47.9 });
  const rules = [
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
  ].map(completeRule);

  test("adds distance, weight and parcels beyond what is included, then service, minimum and tax", () => {
    const shipment = {
      pickup: km(-15.8),
      dropoff: km(-15.8),
      parcels: [{ weight_g: 2500 }, { weight_g: 100 }],
      service: "express",
    };
    // 500 + 2 kg × 50 + 200 = 800; × 1.5 = 1200; + 10 %.
    assert.equal(priceShipment(rules, shipment, 1.3)?.total_minor, 1320);
    assert.equal(priceShipment(rules, { ...shipment, service: "standard" }, 1.3)?.total_minor, 990);
    const far = priceShipment(rules, { ...shipment, dropoff: km(-15.9), service: "standard" }, 1.3);
    assert.equal(far?.distance_km, 14.5);
    assert.equal(far?.total_minor, Math.round((500 + 1250 + 100 + 200) * 1.1));
    assert.equal(
      far?.lines.reduce((sum, line) => sum + line.amount_minor, 0),
      far?.total_minor,
    );
  });

  test("a bulky parcel counts by its volume", () => {
    const shipment = {
      pickup: km(-15.8),
      dropoff: km(-15.8),
      parcels: [{ weight_g: 500, length_mm: 500, width_mm: 400, height_mm: 300 }],
    };
    assert.equal(priceShipment(rules, shipment, 1)?.billable_weight_g, 12_000);
  });

  test("no price without a known distance for a rule with kilometres, nor for a service that is not offered", () => {
    const nowhere = { pickup: km(-15.8), dropoff: { line1: "Quadra 9", postal_code: "70000-000" } };
    assert.equal(priceShipment(rules, nowhere, 1.3), null);
    assert.equal(
      priceShipment(rules, { ...nowhere, dropoff: { line1: "Quadra 9", postal_code: "71000-000" } }, 1.3)
        ?.total_minor,
      3000,
    );
    assert.equal(
      priceShipment(
        rules,
        { ...nowhere, type: "P", dropoff: null, pickup: { line1: "Q", postal_code: "71" } },
        1.3,
      )?.rule,
      "South",
    );
    assert.equal(
      priceShipment(rules, { pickup: km(-15.8), dropoff: km(-15.8), service: "economy" }, 1.3),
      null,
    );
  });
});

describe("price lists", () => {
  test("a change is a new version; orders of yesterday keep the prices of the old one", async () => {
    const t = await service.business();
    const admin = t.as("client_admin");
    const one = await withList(t);
    assert.partialDeepStrictEqual(one, {
      version: 1,
      price_list: { currency: "BRL", family: "local_delivery", is_default: true },
    });
    const two = await admin(
      replacePriceList,
      { price_list_id: one.price_list_id, rules: [{ ...flat, base_minor: 2000 }] },
      { if_match: 1 },
    );
    assert.partialDeepStrictEqual(two, {
      version: 2,
      price_list: {
        name: "Standard",
        root_id: one.price_list_id,
        replaces_id: one.price_list_id,
        is_default: true,
      },
    });
    const again = await refusalOf(admin(replacePriceList, { price_list_id: one.price_list_id, name: "X" }));
    assert.equal(again.error_code, "ALREADY_REPLACED");
    assert.deepEqual(
      (await admin(listPriceLists, {})).price_lists.map((list) => list.id),
      [two.price_list_id],
    );
    assert.equal((await admin(listPriceLists, { root_id: one.price_list_id })).total, 2);
    assert.equal(
      (await admin(getPriceList, { price_list_id: one.price_list_id })).price_list.rules[0]?.base_minor,
      1000,
    );
    assert.equal((await t.as("employee")(rateDelivery, { dropoff })).rates[0]?.shipping_price, 2000);
  });

  test("a version is in effect from its date on, in the business's time zone", async () => {
    const t = await service.business({ time_zone: "Pacific/Auckland" });
    const one = await withList(t);
    const tomorrow = new Date(service.now().getTime() + 13 * 3600_000 + 86_400_000)
      .toISOString()
      .slice(0, 10);
    await t.as("client_admin")(replacePriceList, {
      price_list_id: one.price_list_id,
      rules: [{ ...flat, base_minor: 2000 }],
      effective_from: tomorrow,
    });
    assert.equal((await t.as("employee")(rateDelivery, { dropoff })).rates[0]?.shipping_price, 1000);
    service.advance(2 * 86_400_000);
    assert.equal((await t.as("employee")(rateDelivery, { dropoff })).rates[0]?.shipping_price, 2000);
    service.advance(-2 * 86_400_000);
  });

  test("a customer's prices come from its own list, else its tier's, else the default", async () => {
    const t = await service.business();
    const admin = t.as("client_admin");
    const [own, tiered, plain] = [await t.customer(), await t.customer(), await t.customer()];
    const price = async (person: typeof own.person) =>
      (await person.call(rateDelivery, { dropoff, service: "standard" })).rates[0]?.shipping_price;
    assert.equal((await refusalOf(price(own.person))).error_code, "NO_PRICE_LIST");
    await withList(t);
    await admin(createPriceList, { name: "Gold", tier: "gold", rules: [{ ...flat, base_minor: 800 }] });
    const special = await admin(createPriceList, { name: "Special", rules: [{ ...flat, base_minor: 700 }] });
    await service.system.execute("update customer set tier = 'gold' where id = any($1)", [
      [own.id, tiered.id],
    ]);
    await service.system.execute("update customer set price_list_id = $2 where id = $1", [
      own.id,
      special.price_list_id,
    ]);
    assert.deepEqual(
      [await price(own.person), await price(tiered.person), await price(plain.person)],
      [700, 800, 1000],
    );
    await admin(replacePriceList, {
      price_list_id: special.price_list_id,
      rules: [{ ...flat, base_minor: 600 }],
    });
    assert.equal(await price(own.person), 600);
    await admin(createPriceList, {
      name: "New default",
      rules: [{ ...flat, base_minor: 1500 }],
      is_default: true,
    });
    assert.equal(await price(plain.person), 1500);
    const early = await refusalOf(
      admin(createPriceList, {
        name: "Later",
        rules: [flat],
        is_default: true,
        effective_from: "2090-01-01",
      }),
    );
    assert.equal(early.errors?.[0]?.field, "is_default");
    assert.equal(
      (await refusalOf(t.as("employee")(createPriceList, { name: "X", rules: [flat] }))).status,
      403,
    );
  });
});

describe("quotes", () => {
  test("one rate for each service, cheapest first, and an order has exactly that price", async () => {
    const t = await service.business();
    await withList(t);
    const { body, status } = await t.http("employee", "POST", "/api/v1/orders/rate", { dropoff });
    assert.equal(status, 200);
    assert.deepEqual(
      body.rates.map((rate: { service: string; shipping_price: number }) => [
        rate.service,
        rate.shipping_price,
      ]),
      [
        ["standard", 1000],
        ["express", 2000],
      ],
    );
    assert.equal(body.rates[0].currency, "BRL");
    assert.equal(body.price_hidden, undefined);
    const made = await t.as("employee")(createOrder, {
      dropoff,
      service: "express",
      rate_id: body.rates[1].rate_id,
    });
    assert.partialDeepStrictEqual(made.order, { shipping_price: 2000, currency: "BRL", service: "express" });
  });

  test("a rate is refused if it is expired, used, another customer's, forged, or for another shipment", async () => {
    const t = await service.business();
    await withList(t);
    const [ana, bob] = [await t.customer(), await t.customer()];
    const rate = async () =>
      (await ana.person.call(rateDelivery, { dropoff, service: "standard" })).rates[0]?.rate_id ?? "";
    const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).error_code;
    const rate_id = await rate();
    assert.equal(await code(bob.person.call(createOrder, { dropoff, rate_id })), "RATE_UNKNOWN");
    assert.equal(await code(t.as("employee")(createOrder, { dropoff, rate_id })), "RATE_UNKNOWN");
    assert.equal(
      await code(ana.person.call(createOrder, { dropoff, rate_id, service: "express" })),
      "RATE_UNKNOWN",
    );
    assert.equal(
      await code(ana.person.call(createOrder, { dropoff: { ...dropoff, lat: -16 }, rate_id })),
      "RATE_UNKNOWN",
    );
    assert.equal(
      await code(ana.person.call(createOrder, { dropoff, rate_id, parcels: [{ weight_g: 90_000 }] })),
      "RATE_UNKNOWN",
    );
    assert.equal(
      await code(ana.person.call(createOrder, { dropoff, rate_id: `${rate_id}x` })),
      "RATE_UNKNOWN",
    );
    const other = await service.business();
    assert.equal(await code(other.as("employee")(createOrder, { dropoff, rate_id })), "RATE_UNKNOWN");

    const late = await rate();
    service.advance(30 * 60_000);
    assert.equal(await code(ana.person.call(createOrder, { dropoff, rate_id: late })), "RATE_EXPIRED");
    service.advance(-30 * 60_000);

    const made = await ana.person.call(createOrder, { dropoff, rate_id });
    assert.partialDeepStrictEqual(made.order, { shipping_price: 1000, service: "standard" });
    for (const service of [undefined, "express"] as const) {
      const { rates } = await ana.person.call(rateDelivery, { dropoff, service: "express" });
      const express = rates[0]?.rate_id ?? "";
      assert.equal(
        await code(ana.person.call(createOrder, { dropoff, rate_id: express, service: "standard" })),
        "RATE_UNKNOWN",
      );
      const fast = await ana.person.call(createOrder, {
        dropoff,
        rate_id: express,
        ...(service === undefined ? {} : { service }),
      });
      assert.equal(fast.order.service, "express");
    }
    assert.equal(await code(ana.person.call(createOrder, { dropoff, rate_id })), "RATE_USED");
  });

  test("the distance starts at the warehouse of the order, and the rate is good for that warehouse alone", async () => {
    const [t, elsewhere] = [await service.business(), await service.business()];
    await withList(t, [{ name: "Per km", base_minor: 100, per_km_minor: 100 }]);
    const admin = t.as("client_admin");
    const near = (code: string, lat: number) => ({ code, name: code, place: { ...dropoff, lat } });
    const { warehouse } = await admin(createWarehouse, near("NEAR", -15.71));
    const foreign = await elsewhere.as("client_admin")(createWarehouse, near("NEAR", -15.71));
    const distanceOf = async (input: object) =>
      (await admin(rateDelivery, { ...input } as never)).rates[0]?.distance_km ?? null;
    const origin_warehouse_id = warehouse.id;
    const direct = await distanceOf({ type: "P2P", pickup: warehouse.place, dropoff });
    assert.ok(direct !== null && direct > 0);
    assert.equal(await distanceOf({ dropoff, origin_warehouse_id }), direct);
    assert.equal(await distanceOf({ type: "P", pickup: dropoff, origin_warehouse_id }), direct);
    assert.notEqual(await distanceOf({ dropoff }), direct);

    const { rates } = await admin(rateDelivery, { dropoff, origin_warehouse_id });
    const [rate] = rates;
    assert(rate !== undefined);
    const from_depot = await refusalOf(admin(createOrder, { dropoff, rate_id: rate.rate_id }));
    assert.equal(from_depot.code, "rate_unknown");
    const { order } = await admin(createOrder, { dropoff, rate_id: rate.rate_id, origin_warehouse_id });
    assert.equal(order.shipping_price, rate.shipping_price);

    for (const [call, id] of [
      [admin, foreign.warehouse_id],
      [t.as("customer"), warehouse.id],
    ] as const) {
      const refused = await refusalOf(call(rateDelivery, { dropoff, origin_warehouse_id: id }));
      assert.deepEqual(
        refused.errors?.map(({ field }) => field),
        ["origin_warehouse_id"],
      );
    }
  });

  test("of eight concurrent orders with one rate one is created", async () => {
    const t = await service.business();
    await withList(t);
    const person = await t.person("employee");
    const rate_id = (await person.call(rateDelivery, { dropoff })).rates[0]?.rate_id ?? "";
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => person.call(createOrder, { dropoff, rate_id })),
    );
    assert.equal(outcomes.filter((outcome) => outcome.status === "fulfilled").length, 1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") assert.equal(outcome.reason.error_code, "RATE_USED");
    assert.partialDeepStrictEqual(
      await service.system.row("select count(*) as n from delivery_order where business_id = $1", [t.id]),
      { n: 1 },
    );
  });

  test("a refused order leaves its rate unused", async () => {
    const t = await service.business();
    await withList(t);
    const person = await t.person("employee");
    const rate_id = (await person.call(rateDelivery, { dropoff })).rates[0]?.rate_id ?? "";
    await person.call(createOrder, { dropoff, rate_id }, { dry_run: true }).catch(() => {});
    assert.equal((await person.call(createOrder, { dropoff, rate_id })).order.shipping_price, 1000);
  });

  test("a customer with hidden prices sees services and rate_ids but no amounts, and can order with them", async () => {
    const t = await service.business();
    await withList(t, [{ ...flat, base_minor: 7_654_321 }]);
    const { person } = await t.customer({ hidden_price_families: ["local_delivery"] });
    const { body } = await person.http("POST", "/api/v1/orders/rate", { dropoff });
    assert.equal(body.price_hidden, true);
    assert.deepEqual(Object.keys(body.rates[0]).sort(), [
      "distance_km",
      "expires_at",
      "price_hidden",
      "rate_id",
      "service",
      "service_name",
    ]);
    const made = await person.http("POST", "/api/v1/client/orderCreate", {
      dropoff,
      rate_id: body.rates[0].rate_id,
    });
    assert.equal(made.status, 200);
    for (const answer of [body, made.body]) assert(!JSON.stringify(answer).includes("7654321"));
    const seen = await t.http("employee", "GET", `/api/v1/client/orders/${made.body.order_id}`);
    assert.equal(seen.body.order.shipping_price, 7_654_321);
    const events = await service.system.rows<{ kind: string; payload: unknown }>(
      "select kind, payload from event where business_id = $1 and kind = 'quote.made'",
      [t.id],
    );
    assert.equal(events.length, 2);
    assert(!JSON.stringify(events).includes("7654321"));
  });

  test("a shipment that no rule covers, or without coordinates, is refused and stores no quote", async () => {
    const t = await service.business();
    await withList(t, [{ name: "Near", base_minor: 100, per_km_minor: 10, km_max: 30 }]);
    const { lat: _lat, lng: _lng, ...nowhere } = dropoff;
    assert.equal(
      (await refusalOf(t.as("employee")(rateDelivery, { dropoff: { ...dropoff, lat: -10 } }))).error_code,
      "NOT_COVERED",
    );
    assert.match(
      (await refusalOf(t.as("employee")(rateDelivery, { dropoff: nowhere }))).message,
      /send coordinates/,
    );
    assert.equal((await refusalOf(t.as("employee")(rateDelivery, {}))).errors?.[0]?.field, "dropoff");
    assert.equal(
      (await refusalOf(t.as("employee")(rateDelivery, { dropoff, customer_id: 999_999 }))).error_code,
      "UNKNOWN_CUSTOMER",
    );
    assert.equal(await service.system.row("select 1 from quote where business_id = $1", [t.id]), undefined);
  });

  test("one that no order used is deleted a month after it expired, one that was used stays", async () => {
    const t = await service.business();
    await withList(t);
    const rate = async () => (await t.as("employee")(rateDelivery, { dropoff })).rates[0]?.rate_id ?? "";
    const kept = async () =>
      (
        await service.system.rows<{ rate_id: string }>(
          "select rate_id from quote where business_id = $1 and service = 'standard' order by id",
          [t.id],
        )
      ).map(({ rate_id }) => rate_id);
    const [unused, used] = [await rate(), await rate()];
    await service.system.execute(
      "update quote set used_by_order_id = $2 where business_id = $1 and rate_id = $3",
      [t.id, (await t.order()).id, used],
    );
    const day_ms = 24 * 3600 * 1000;
    try {
      service.advance(29 * day_ms);
      await runSchedule(service, "quotes.delete-expired");
      assert.deepEqual(await kept(), [unused, used]);
      service.advance(3 * day_ms);
      const recent = await rate();
      await runSchedule(service, "quotes.delete-expired");
      assert.deepEqual(await kept(), [used, recent]);
    } finally {
      service.advance(-32 * day_ms);
    }
  });

  test("the tool quotes without confirmation", async () => {
    const t = await service.business();
    await withList(t);
    const { actor } = await t.person("employee");
    const agent = { confirm: false, require_approval: true, scopes: null, tool: "quote_delivery" };
    assert.equal((await service.call(actor, rateDelivery, { dropoff }, { agent })).kind, "done");
  });
});
