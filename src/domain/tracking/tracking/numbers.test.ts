/** A business's own tracking numbers, and the numbers that others gave to its shipments. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { updateSettings } from "#domain/identity/settings/operations/update-settings.ts";
import { createOrderBatch } from "#domain/orders/orders/operations/create-order-batch.ts";
import { findOrders } from "#domain/orders/orders/operations/find-orders.ts";
import { rerouteOrder } from "#domain/orders/orders/operations/reroute-order.ts";
import { createProvider } from "#tests/support/provider.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { addCarrierNumber } from "./operations/add-carrier-number.ts";
import { addTrackingAlias } from "./operations/add-tracking-alias.ts";
import { closeNumberRange } from "./operations/close-number-range.ts";
import { createNumberRange } from "./operations/create-number-range.ts";
import { listNumberRanges } from "./operations/list-number-ranges.ts";
import { listNumbers } from "./operations/list-numbers.ts";
import { removeTrackingNumber } from "./operations/remove-tracking-number.ts";

const service = await testService();

let created_count = 0;
/** Letters that no other test of this file uses. */
function letters(): string {
  created_count += 1;
  return `Q${String.fromCharCode(65 + Math.floor(created_count / 26), 65 + (created_count % 26))}`;
}

const createRange = (business: TestBusiness, facts: Record<string, unknown> = {}) =>
  business.as("client_admin")(createNumberRange, {
    name: "Parcels",
    prefix: letters(),
    digits: 6,
    check_digit: "none",
    first: 10,
    last: 12,
    ...facts,
  } as never);

describe("a range of tracking numbers", () => {
  test("gives its numbers to orders and parcels one after the other, then random ones", async () => {
    const business = await service.business();
    const { range } = await createRange(business);
    const admin = business.as("client_admin");
    assert.match((await business.order()).tracking_number, /^PH\d{14}$/);
    await admin(updateSettings, { settings: { number_range_id: range.id } });
    const dropoff = { line1: "Quadra 1", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 };
    const first = await business.order();
    assert.equal(first.tracking_number, `${range.prefix}000010`);
    await admin(createOrderBatch, { orders: [{ dropoff, parcels: [{}, {}] }] } as never);
    const of_order = await admin(listNumbers, { number: `${range.prefix}000011` });
    assert.equal(of_order.subject.type, "order");
    const numbers = await admin(listNumbers, { number: `${range.prefix}000012` });
    assert.equal(numbers.subject.type, "parcel");
    const { ranges } = await admin(listNumberRanges, {});
    assert.partialDeepStrictEqual(ranges, [{ id: range.id, remaining: 0, next_number: null }]);
    assert.match((await business.order()).tracking_number, /^PH\d{14}$/);
    const tracked = await service.http("GET", `/api/v1/tracking/${range.prefix}000010`);
    assert.equal(tracked.body.status, "NEW_ORDER");
  });

  test("gives each number once to orders that are created together", async () => {
    const business = await service.business();
    const { range } = await createRange(business, { first: 0, last: 99 });
    await business.as("client_admin")(updateSettings, { settings: { number_range_id: range.id } });
    const orders = await Promise.all(Array.from({ length: 8 }, () => business.order()));
    assert.deepEqual(
      orders.map((order) => order.tracking_number).sort(),
      Array.from({ length: 8 }, (_one, index) => `${range.prefix}00000${index}`),
    );
  });

  test("shares no number with another range, of whatever business", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const { range } = await createRange(business, { prefix: `${letters()}7`, first: 100, last: 199 });
    const same = { prefix: range.prefix, first: 150, last: 300 };
    for (const who of [business, other]) {
      const refusal = await catchRefusal(createRange(who, same));
      assert.deepEqual([refusal.status, refusal.error_code], [409, "RANGE_OVERLAPS"]);
    }
    // A longer prefix with fewer digits leads to the same numbers.
    const hidden = { prefix: `${range.prefix}00`, digits: 4, first: 150, last: 160 };
    assert.equal((await catchRefusal(createRange(other, hidden))).status, 409);
    await createRange(other, { prefix: range.prefix, first: 200, last: 300 });
    await createRange(other, { prefix: range.prefix, digits: 7, first: 100, last: 199 });
    assert.equal((await other.as("client_admin")(listNumberRanges, {})).total, 2);
  });

  test("gives nothing once it is closed, and cannot be chosen then", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const { range } = await createRange(business);
    const choose = (who: TestBusiness) =>
      who.as("client_admin")(updateSettings, { settings: { number_range_id: range.id } });
    assert.equal((await catchRefusal(choose(other))).status, 422);
    await choose(business);
    const closed = await business.as("client_admin")(closeNumberRange, { range_id: range.id });
    assert.equal(closed.range.status, "closed");
    assert.match((await business.order()).tracking_number, /^PH/);
    assert.equal((await catchRefusal(choose(business))).status, 422);
    assert.equal((await catchRefusal(createRange(business, { prefix: range.prefix }))).status, 409);
    const foreign = await catchRefusal(other.as("client_admin")(closeNumberRange, { range_id: range.id }));
    assert.equal(foreign.status, 404);
    assert.equal((await catchRefusal(createRange(business, { prefix: "PH" }))).status, 422);
  });
});

describe("a number given by others", () => {
  test("finds the shipment for the business and its partners in any form, and for the public where the business says so", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const order = await business.order();
    const admin = business.as("client_admin");
    const given_number = `1Z 999 ${business.id} AA-01`;
    const added = await admin(addCarrierNumber, {
      number: order.tracking_number,
      given: given_number,
      carrier: "ups",
    });
    assert.partialDeepStrictEqual(added, {
      added: true,
      number: { number: given_number, carrier: "ups", kind: "carrier" },
    });
    const again = await admin(addCarrierNumber, {
      number: order.tracking_number,
      given: given_number.toLowerCase(),
    });
    assert.deepEqual([again.added, again.number.id], [false, added.number.id]);
    const typed = `1z999${business.id}aa01`;
    const search_answer = await business.as("employee")(findOrders, { q: typed });
    assert.equal(search_answer.orders[0]?.order.id, order.id);
    const carrier = await createProvider(business);
    const sent_event = {
      subject: typed,
      status_code: "otep:core:received",
      occurred_at: service.now().toISOString(),
    };
    assert.equal((await carrier.ingest(sent_event)).body.accepted, 1);
    const look = () => service.http("GET", `/api/v1/tracking/${typed}`);
    assert.equal((await look()).status, 404);
    await admin(updateSettings, { settings: { public_aliases: true } });
    assert.equal((await look()).status, 404);
    await admin(updateSettings, { settings: { public_carrier_numbers: true } });
    assert.partialDeepStrictEqual((await look()).body, {
      tracking_number: order.tracking_number,
      redirected_from: null,
      status_code: "otep:core:received",
    });
    const otep = await service.http("GET", `/api/v1/otep/trackings/${typed}`);
    assert.equal(otep.body.subject.id, order.tracking_number);
    // Another business with the same number: nobody can tell which one is meant.
    const theirs = await other.order();
    const { number: second } = await other.as("client_admin")(addCarrierNumber, {
      number: theirs.tracking_number,
      given: given_number,
    });
    assert.equal((await look()).status, 200);
    await other.as("client_admin")(updateSettings, { settings: { public_carrier_numbers: true } });
    assert.equal((await look()).status, 404);
    assert.equal((await other.as("employee")(listNumbers, { number: typed })).subject.id, theirs.id);
    // One that is suspended, or has the number no more, is not meant.
    const setStatus = (status: string) =>
      service.system.execute("update business set status = $2 where id = $1", [other.id, status]);
    await setStatus("suspended");
    assert.equal((await look()).status, 200);
    await setStatus("active");
    assert.equal((await look()).status, 404);
    await other.as("client_admin")(removeTrackingNumber, { alias_id: second.id });
    assert.equal((await look()).status, 200);
  });

  test("that a carrier uses again finds the shipment that got it last", async () => {
    const business = await service.business();
    const [old, fresh] = [await business.order(), await business.order()];
    const admin = business.as("client_admin");
    const give = (number: string, given_number: string) =>
      admin(addCarrierNumber, { number, given: given_number, carrier: "correios" });
    await give(old.tracking_number, "RE 100-200");
    assert.equal((await admin(listNumbers, { number: "re100200" })).subject.id, old.id);
    service.advance(365 * 24 * 3_600_000);
    const { number } = await give(fresh.tracking_number, "RE100200");
    assert.equal((await admin(listNumbers, { number: "re100200" })).subject.id, fresh.id);
    await admin(removeTrackingNumber, { alias_id: number.id });
    assert.equal((await admin(listNumbers, { number: "re100200" })).subject.id, old.id);
    assert.equal((await catchRefusal(admin(removeTrackingNumber, { alias_id: number.id }))).status, 404);
  });

  test("follows a reroute", async () => {
    const business = await service.business();
    const order = await business.order();
    const admin = business.as("client_admin");
    await admin(addTrackingAlias, { number: order.tracking_number, given: "PO-77-1" });
    await admin(updateSettings, { settings: { public_aliases: true } });
    const address = { line1: "Quadra 2", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 };
    const next = await admin(rerouteOrder, { order_id: order.id, address });
    // The number that the order was created with is that of its successor too, and of one shipment.
    const bought = await business.order({ external_tracking: `CP${business.id}55BR` });
    const successor = await admin(rerouteOrder, { order_id: bought.id, address });
    const listed_numbers = await admin(listNumbers, { number: `cp${business.id}55br` });
    assert.equal(listed_numbers.subject.id, successor.order_id);
    const answer = await service.http("GET", "/api/v1/tracking/PO-77-1");
    assert.partialDeepStrictEqual(answer.body, {
      tracking_number: next.tracking_number,
      redirected_from: "PO-77-1",
      status: "NEW_ORDER",
    });
  });

  test("cannot be a tracking number, is given only to what the business has, and is limited", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const [one, two, theirs] = [await business.order(), await business.order(), await other.order()];
    const add = (number: string, given_number: string) =>
      business.as("employee")(addTrackingAlias, { number, given: given_number });
    const refusal = await catchRefusal(add(one.tracking_number, two.tracking_number.toLowerCase()));
    assert.deepEqual([refusal.status, refusal.error_code], [409, "NUMBER_TAKEN"]);
    assert.equal((await catchRefusal(add(theirs.tracking_number, "REF-1234"))).status, 404);
    assert.equal((await catchRefusal(add(one.tracking_number, "----"))).status, 422);
    for (let n = 0; n < 50; n += 1) await add(one.tracking_number, `REF-${n}-00`);
    const many = await catchRefusal(add(one.tracking_number, "REF-50-00"));
    assert.deepEqual([many.status, many.error_code], [409, "TOO_MANY_NUMBERS"]);
    const { numbers } = await business.as("employee")(listNumbers, { number: one.tracking_number });
    assert.equal(numbers.length, 50);
  });
});
