import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { createOrder } from "#domain/orders/orders/operations/create-order.ts";
import { createWarehouse } from "#domain/warehouse/warehouses/operations/create-warehouse.ts";
import { runSchedule } from "#tests/support/jobs.ts";
import { createDefaultList, dropoff, flat } from "#tests/support/price-lists.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { rateDelivery } from "./operations/rate-delivery.ts";

const service = await testService();

describe("rates of deliveries", () => {
  test("one rate for each service, cheapest first, and an order has exactly that price", async () => {
    const business = await service.business();
    await createDefaultList(business);
    const { body, status } = await business.http("employee", "POST", "/api/v1/orders/rate", {
      dropoff,
    });
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
    const created_order = await business.as("employee")(createOrder, {
      dropoff,
      service: "express",
      rate_id: body.rates[1].rate_id,
    });
    assert.partialDeepStrictEqual(created_order.order, {
      shipping_price: 2000,
      currency: "BRL",
      service: "express",
    });
  });

  test("a rate is refused if it is expired, used, another customer's, forged, or for another shipment", async () => {
    const business = await service.business();
    await createDefaultList(business);
    const [ana, bob] = [await business.customer(), await business.customer()];
    const rate = async () =>
      (await ana.person.call(rateDelivery, { dropoff, service: "standard" })).rates[0]?.rate_id ?? "";
    const code = async (attempt: Promise<unknown>) => (await catchRefusal(attempt)).error_code;
    const rate_id = await rate();
    assert.equal(await code(bob.person.call(createOrder, { dropoff, rate_id })), "RATE_UNKNOWN");
    assert.equal(await code(business.as("employee")(createOrder, { dropoff, rate_id })), "RATE_UNKNOWN");
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

    const created_order = await ana.person.call(createOrder, { dropoff, rate_id });
    assert.partialDeepStrictEqual(created_order.order, { shipping_price: 1000, service: "standard" });
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
    const [business, elsewhere] = [await service.business(), await service.business()];
    await createDefaultList(business, [{ name: "Per km", base_minor: 100, per_km_minor: 100 }]);
    const admin = business.as("client_admin");
    const near = (code: string, lat: number) => ({ code, name: code, place: { ...dropoff, lat } });
    const { warehouse } = await admin(createWarehouse, near("NEAR", -15.71));
    const foreign = await elsewhere.as("client_admin")(createWarehouse, near("NEAR", -15.71));
    const readDistance = async (input: object) =>
      (await admin(rateDelivery, { ...input } as never)).rates[0]?.distance_km ?? null;
    const origin_warehouse_id = warehouse.id;
    const direct = await readDistance({ type: "P2P", pickup: warehouse.place, dropoff });
    assert.ok(direct !== null && direct > 0);
    assert.equal(await readDistance({ dropoff, origin_warehouse_id }), direct);
    assert.equal(await readDistance({ type: "P", pickup: dropoff, origin_warehouse_id }), direct);
    assert.notEqual(await readDistance({ dropoff }), direct);

    const { rates } = await admin(rateDelivery, { dropoff, origin_warehouse_id });
    const [rate] = rates;
    assert(rate !== undefined);
    const from_depot = await catchRefusal(admin(createOrder, { dropoff, rate_id: rate.rate_id }));
    assert.equal(from_depot.code, "rate_unknown");
    const { order } = await admin(createOrder, { dropoff, rate_id: rate.rate_id, origin_warehouse_id });
    assert.equal(order.shipping_price, rate.shipping_price);

    for (const [call, id] of [
      [admin, foreign.warehouse_id],
      [business.as("customer"), warehouse.id],
    ] as const) {
      const refused = await catchRefusal(call(rateDelivery, { dropoff, origin_warehouse_id: id }));
      assert.deepEqual(
        refused.errors?.map(({ field }) => field),
        ["origin_warehouse_id"],
      );
    }
  });

  test("of eight concurrent orders with one rate one is created", async () => {
    const business = await service.business();
    await createDefaultList(business);
    const person = await business.person("employee");
    const rate_id = (await person.call(rateDelivery, { dropoff })).rates[0]?.rate_id ?? "";
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => person.call(createOrder, { dropoff, rate_id })),
    );
    assert.equal(outcomes.filter((outcome) => outcome.status === "fulfilled").length, 1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") assert.equal(outcome.reason.error_code, "RATE_USED");
    assert.partialDeepStrictEqual(
      await service.system.row("select count(*) as n from delivery_order where business_id = $1", [
        business.id,
      ]),
      { n: 1 },
    );
  });

  test("a refused order leaves its rate unused", async () => {
    const business = await service.business();
    await createDefaultList(business);
    const person = await business.person("employee");
    const rate_id = (await person.call(rateDelivery, { dropoff })).rates[0]?.rate_id ?? "";
    await person.call(createOrder, { dropoff, rate_id }, { dry_run: true }).catch(() => {});
    assert.equal((await person.call(createOrder, { dropoff, rate_id })).order.shipping_price, 1000);
  });

  test("a customer with hidden prices sees services and rate_ids but no amounts, and can order with them", async () => {
    const business = await service.business();
    await createDefaultList(business, [{ ...flat, base_minor: 7_654_321 }]);
    const { person } = await business.customer({ hidden_price_families: ["local_delivery"] });
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
    const creation = await person.http("POST", "/api/v1/client/orderCreate", {
      dropoff,
      rate_id: body.rates[0].rate_id,
    });
    assert.equal(creation.status, 200);
    for (const answer of [body, creation.body]) assert(!JSON.stringify(answer).includes("7654321"));
    const order_answer = await business.http(
      "employee",
      "GET",
      `/api/v1/client/orders/${creation.body.order_id}`,
    );
    assert.equal(order_answer.body.order.shipping_price, 7_654_321);
    const events = await service.system.rows<{ kind: string; payload: unknown }>(
      "select kind, payload from event where business_id = $1 and kind = 'quote.made'",
      [business.id],
    );
    assert.equal(events.length, 2);
    assert(!JSON.stringify(events).includes("7654321"));
  });

  test("a shipment that no rule covers, or without coordinates, is refused and stores no quote", async () => {
    const business = await service.business();
    await createDefaultList(business, [{ name: "Near", base_minor: 100, per_km_minor: 10, km_max: 30 }]);
    const { lat: _lat, lng: _lng, ...nowhere } = dropoff;
    assert.equal(
      (await catchRefusal(business.as("employee")(rateDelivery, { dropoff: { ...dropoff, lat: -10 } })))
        .error_code,
      "NOT_COVERED",
    );
    assert.match(
      (await catchRefusal(business.as("employee")(rateDelivery, { dropoff: nowhere }))).message,
      /send coordinates/,
    );
    assert.equal(
      (await catchRefusal(business.as("employee")(rateDelivery, {}))).errors?.[0]?.field,
      "dropoff",
    );
    assert.equal(
      (await catchRefusal(business.as("employee")(rateDelivery, { dropoff, customer_id: 999_999 })))
        .error_code,
      "UNKNOWN_CUSTOMER",
    );
    assert.equal(
      await service.system.row("select 1 from quote where business_id = $1", [business.id]),
      undefined,
    );
  });

  test("one that no order used is deleted a month after it expired, one that was used stays", async () => {
    const business = await service.business();
    await createDefaultList(business);
    const rate = async () =>
      (await business.as("employee")(rateDelivery, { dropoff })).rates[0]?.rate_id ?? "";
    const listKeptQuotes = async () =>
      (
        await service.system.rows<{ rate_id: string }>(
          "select rate_id from quote where business_id = $1 and service = 'standard' order by id",
          [business.id],
        )
      ).map(({ rate_id }) => rate_id);
    const [unused, used] = [await rate(), await rate()];
    await service.system.execute(
      "update quote set used_by_type = 'order', used_by_id = $2 where business_id = $1 and rate_id = $3",
      [business.id, (await business.order()).id, used],
    );
    const day_ms = 24 * 3600 * 1000;
    try {
      service.advance(29 * day_ms);
      await runSchedule(service, "quotes.delete-expired");
      assert.deepEqual(await listKeptQuotes(), [unused, used]);
      service.advance(3 * day_ms);
      const recent = await rate();
      await runSchedule(service, "quotes.delete-expired");
      assert.deepEqual(await listKeptQuotes(), [used, recent]);
    } finally {
      service.advance(-32 * day_ms);
    }
  });

  test("the tool quotes without confirmation", async () => {
    const business = await service.business();
    await createDefaultList(business);
    const { actor } = await business.person("employee");
    const agent = { confirm: false, require_approval: true, scopes: null, tool: "quote_delivery" };
    assert.equal((await service.call(actor, rateDelivery, { dropoff }, { agent })).kind, "done");
  });
});
