import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assignOrders } from "#domain/fleet/assignments/operations/assign-orders.ts";
import { createOrder } from "#domain/orders/orders/operations/create-order.ts";
import { createOrderBatch } from "#domain/orders/orders/operations/create-order-batch.ts";
import { createOrderBatchAsync } from "#domain/orders/orders/operations/create-order-batch-async.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { getOrderBatch } from "#domain/orders/orders/operations/get-order-batch.ts";
import { rerouteOrder } from "#domain/orders/orders/operations/reroute-order.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { ANONYMOUS } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { startInvocation } from "#operation/run/invocation.ts";
import { transact } from "#operation/run/run.ts";
import { withGeocoder } from "#tests/support/geocoder.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { createEntry } from "./operations/create-entry.ts";
import { deleteEntry } from "./operations/delete-entry.ts";
import { getEntry } from "./operations/get-entry.ts";
import { importAddresses } from "./operations/import-addresses.ts";
import { listEntries } from "./operations/list-entries.ts";
import { resolveAddress } from "./operations/resolve-address.ts";
import { updateEntry } from "./operations/update-entry.ts";
import { validateAddress } from "./operations/validate-address.ts";
import { learnPosition } from "./public.ts";

const service = await testService({ work: true });

/** A delivery confirmed at a position, as the driver app reports it. */
async function visit(
  business_id: number,
  place: Parameters<typeof learnPosition>[1],
  at: { lat: number; lng: number },
) {
  const operation = service.runtime.registry.get("addressbookEntryUpdate");
  const request = { id: "visit", surface: "app" as const, address: "", language: "", user_agent: "" };
  const actor = { ...ANONYMOUS, business_id, business: { country: "BR" } as never };
  const call = startInvocation(service.runtime, { operation, actor, input: {}, request });
  await transact(call, (context) => learnPosition(context as Context, place, at));
}

const street = { line1: "Rua A 1", postal_code: "74000-000", country: "BR" };

describe("saving addresses", () => {
  test("the same street in two cities is two entries, a second spelling of one address is merged", async () => {
    const business = await service.business();
    const keep = business.as("employee");
    const one = await keep(createEntry, {
      place: { ...street, city: "Goiânia", phone: "62 1111" },
      label: "Shop",
    });
    const other = await keep(createEntry, { place: { ...street, city: "Brasília" } });
    assert.notEqual(one.entry_id, other.entry_id);
    const again = await keep(createEntry, {
      place: { line1: "RUA A, 1", postal_code: "74000000", city: "goiania", name: "Ana" },
      access: { code: "12" },
    });
    assert.partialDeepStrictEqual(again, { entry_id: one.entry_id, merged: true, version: 2 });
    assert.partialDeepStrictEqual(again.entry, {
      label: "Shop",
      place: { phone: "62 1111", name: "Ana" },
      access: { code: "12" },
    });
    assert.equal((await keep(listEntries, {})).total, 2);
    assert.deepEqual(
      (await business.readEvents("address_entry", one.entry_id)).map((event) => event.kind),
      ["address.created", "address.merged"],
    );
  });

  test("eight concurrent requests create one entry", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const creations = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        person.call(createEntry, { place: { ...street, city: "Goiânia" }, label: `L${n}` }),
      ),
    );
    assert.equal(new Set(creations.map((answer) => answer.entry_id)).size, 1);
    assert.equal(creations.filter((answer) => !answer.merged).length, 1);
  });

  test("units of one building are separate entries, in any script", async () => {
    const business = await service.business();
    const keep = business.as("employee");
    const ids = new Set<number>();
    for (const line1 of [
      "SQS 308 Bloco C, Apto 302",
      "SQS 308 Bloco C, Apto 303",
      "建国路88号5楼302室",
      "建国路88号5楼303室",
    ]) {
      ids.add((await keep(createEntry, { place: { line1, city: "Brasília" } })).entry_id);
    }
    assert.equal(ids.size, 4);
    const again = await keep(createEntry, {
      place: { line1: "建国路88号", line2: "5楼302室", city: "brasilia" },
    });
    assert(again.merged && ids.has(again.entry_id));
  });

  test("an address that nobody could find is refused with the reasons, and accepted with coordinates", async () => {
    const business = await service.business();
    const refusal = await catchRefusal(business.as("employee")(createEntry, { place: { line1: "12345" } }));
    assert.equal(refusal.status, 422);
    assert.equal(refusal.error_code, "UNRESOLVABLE_ADDRESS");
    assert.deepEqual(
      refusal.errors?.map((error) => error.field),
      ["place/line1", "place/city"],
    );
    const half = await catchRefusal(business.as("employee")(createEntry, { place: { ...street, lat: -15 } }));
    assert.deepEqual(
      half.errors?.map((error) => error.field),
      ["place/lng"],
    );
    assert.equal(
      (await business.as("employee")(createEntry, { place: { line1: "12345", lat: -15, lng: -47 } })).entry
        .place.lat,
      -15,
    );
  });

  test("customers save and see their own; nobody sees another business's", async () => {
    const business = await service.business();
    const [ana, bob] = [await business.customer(), await business.customer()];
    const place = { ...street, city: "Goiânia" };
    const hers = await ana.person.call(createEntry, { place });
    const creating = ana.person.call(createEntry, { place, customer_id: bob.id });
    assert.equal((await catchRefusal(creating)).status, 404);
    assert.equal(hers.entry.customer_id, ana.id);
    const ours = await business.as("client_admin")(createEntry, { place });
    assert.notEqual(ours.entry_id, hers.entry_id);
    for (const operation of [getEntry, updateEntry, deleteEntry]) {
      assert.equal((await catchRefusal(bob.person.call(operation, { entry_id: hers.entry_id }))).status, 404);
      assert.equal((await catchRefusal(ana.person.call(operation, { entry_id: ours.entry_id }))).status, 404);
    }
    assert.deepEqual(
      (await ana.person.call(listEntries, {})).entries.map((entry) => entry.id),
      [hers.entry_id],
    );
    const { person: driver } = await business.driver();
    assert.equal((await catchRefusal(driver.call(createEntry, { place }))).status, 403);
    const other_business = await service.business();
    assert.equal(
      (await catchRefusal(other_business.as("client_admin")(getEntry, { entry_id: hers.entry_id }))).status,
      404,
    );
    assert.deepEqual(
      (await other_business.as("client_admin")(resolveAddress, { q: "Rua A" })).suggestions,
      [],
    );
    const unknown = await catchRefusal(
      other_business.as("client_admin")(createEntry, { place, customer_id: ana.id }),
    );
    assert.equal(unknown.error_code, "UNKNOWN_CUSTOMER");
  });

  test("drivers and contractors see only the entries of their own stops, in every operation", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const at = (unit: number) => ({
      name: `Person ${unit}`,
      phone: `+55 61 99999-000${unit}`,
      line1: `Rua das Palmeiras ${unit}`,
      city: "Brasília",
      country: "BR",
      lat: -15.7,
      lng: -47.8,
    });
    const entry_ids: number[] = [];
    for (const unit of [1, 2, 3]) {
      const { entry_id } = await admin(createEntry, { place: at(unit), access: { code: `${unit}00#` } });
      entry_ids.push(entry_id);
    }
    const { id: driver_id, person: driver } = await business.driver();
    const { person: contractor } = await business.contractor();
    const order = await business.order({ dropoff: at(1) });
    const held = await business.order({ dropoff: at(2) });
    const { route } = await admin(createRoute, { driver_id, order_ids: [order.id] });
    await admin(assignOrders, { order_ids: [held.id], broker_id: contractor.account_id });
    const seenBy = async ({ call }: typeof driver) => {
      const listed = await call(listEntries, {});
      const { suggestions } = await call(resolveAddress, { q: "Rua das Palmeiras" });
      const { candidates } = await call(validateAddress, { place: at(3) });
      const got: number[] = [];
      for (const entry_id of entry_ids) {
        const one = await call(getEntry, { entry_id }).catch((error) => error);
        if (one.entry?.id === entry_id) got.push(entry_id);
        else assert.equal(one.status, 404);
      }
      const ids = (some: readonly { entry_id: number | null }[]) =>
        some.flatMap((one) => one.entry_id ?? []).sort((one, other) => one - other);
      assert.equal(listed.total, listed.entries.length);
      assert.deepEqual(
        [listed.entries.map((entry) => entry.id), ids(suggestions), ids(candidates)],
        [got, got, got],
      );
      return got;
    };
    assert.deepEqual(await seenBy(driver), []);
    await admin(releaseRoute, { route_id: route.id });
    assert.deepEqual(await seenBy(driver), [entry_ids[0]]);
    assert.deepEqual(await seenBy(contractor), [entry_ids[1]]);
    assert.deepEqual(await seenBy((await business.driver()).person), []);
    assert.equal((await admin(listEntries, {})).total, 3);
  });

  test("an owner has one default of a kind", async () => {
    const business = await service.business();
    const keep = business.as("employee");
    const one = await keep(createEntry, {
      place: { ...street, city: "Goiânia" },
      default_for: ["pickup", "return"],
    });
    const other = await keep(createEntry, {
      place: { ...street, city: "Brasília" },
      default_for: ["pickup"],
    });
    assert.deepEqual(
      (await keep(listEntries, { default_for: "pickup" })).entries.map((entry) => entry.id),
      [other.entry_id],
    );
    assert.deepEqual((await keep(getEntry, { entry_id: one.entry_id })).entry.default_for, ["return"]);
  });

  test("an update with an old version is refused, a change to another entry's address too", async () => {
    const business = await service.business();
    const keep = business.as("employee");
    const one = await keep(createEntry, { place: { ...street, city: "Goiânia" } });
    const other = await keep(createEntry, { place: { ...street, city: "Brasília" } });
    await keep(updateEntry, { entry_id: one.entry_id, label: "New" }, { if_match: 1 });
    const late = await catchRefusal(
      keep(updateEntry, { entry_id: one.entry_id, label: "Late" }, { if_match: 1 }),
    );
    assert.equal(late.error_code, "VERSION_CONFLICT");
    const twin = await catchRefusal(
      keep(updateEntry, { entry_id: other.entry_id, place: { ...street, city: "GOIANIA" } }),
    );
    assert.equal(twin.error_code, "ADDRESS_EXISTS");
    assert.equal((await keep(deleteEntry, { entry_id: one.entry_id })).result, true);
    assert.equal((await catchRefusal(keep(getEntry, { entry_id: one.entry_id }))).status, 404);
    assert.equal(
      (await keep(updateEntry, { entry_id: other.entry_id, place: { ...street, city: "Goiânia" } })).entry
        .place.city,
      "Goiânia",
    );
  });
});

describe("positions of addresses", () => {
  const adlon = { line1: "Unter den Linden 77", city: "Berlin", postal_code: "10117", country: "DE" };

  test("an entry without coordinates is geocoded; a street alone, or an unavailable geocoder, leaves it rough or without position", async () => {
    const business = await service.business();
    const keep = business.as("employee");
    const created_entry = await withGeocoder(service, "search-building", () =>
      keep(createEntry, { place: adlon }),
    );
    assert.partialDeepStrictEqual(created_entry.entry, {
      place: { lat: 52.516316, lng: 13.380877 },
      geocode: { source: "geocoder", precision: "rooftop", pinned: false },
      verified: false,
    });
    const elsewhere = await withGeocoder(service, "search-building", () =>
      keep(createEntry, { place: { ...adlon, city: "Hamburg" } }),
    );
    assert.equal(elsewhere.entry.place.lat, null);
    const down = await withGeocoder(service, null, () =>
      keep(createEntry, { place: { ...adlon, line1: "Unter den Linden 78" } }),
    );
    assert.equal(down.entry.place.lat, null);
  });

  test("a pin set by a person is moved neither by the geocoder nor by visits, until it is unpinned", async () => {
    const business = await service.business();
    const keep = business.as("employee");
    const { entry_id } = await withGeocoder(service, "search-building", () =>
      keep(createEntry, { place: adlon }),
    );
    const pin = { lat: 52.5159, lng: 13.3801 };
    const moved = await keep(updateEntry, { entry_id, place: { ...adlon, ...pin } });
    assert.partialDeepStrictEqual(moved.entry, {
      place: pin,
      geocode: { source: "hand", pinned: true },
      verified: true,
    });
    assert.partialDeepStrictEqual(moved.entry.previous_positions, [{ lat: 52.516316, source: "geocoder" }]);

    const again = await withGeocoder(service, "search-building", () =>
      keep(updateEntry, { entry_id, geocode: true }),
    );
    assert.partialDeepStrictEqual(again, { moved: false, entry: { place: pin } });
    await withGeocoder(service, "search-building", () => keep(createEntry, { place: adlon }));
    await visit(business.id, adlon, { lat: 52.517, lng: 13.381 });
    assert.partialDeepStrictEqual((await keep(getEntry, { entry_id })).entry, { place: pin, visits: 1 });

    const free = await withGeocoder(service, "search-building", () =>
      keep(updateEntry, { entry_id, geocode: true, pinned: false }),
    );
    assert.partialDeepStrictEqual(free, {
      moved: true,
      entry: { place: { lat: 52.516316 }, geocode: { pinned: false, source: "geocoder" } },
    });
  });

  test("an entry whose address becomes another one loses its position; one that gets more detail keeps it", async () => {
    const business = await service.business();
    const keep = business.as("employee");
    const place = { line1: "Rua A 1", city: "Goiânia" };
    const { entry_id } = await keep(createEntry, { place: { ...place, lat: -16.68, lng: -49.25 } });
    const fuller = await keep(updateEntry, {
      entry_id,
      place: { ...place, line1: "Rua A, 1", line2: "Apto 3", postal_code: "74000-000" },
    });
    assert.partialDeepStrictEqual(fuller, { moved: false, entry: { place: { lat: -16.68 } } });
    const other = await keep(updateEntry, { entry_id, place: { ...place, city: "Brasília" } });
    assert.partialDeepStrictEqual(other, {
      moved: true,
      entry: { place: { lat: null }, geocode: { source: null } },
    });
    const placed = await withGeocoder(service, "search-building", () =>
      keep(updateEntry, { entry_id, place: adlon }),
    );
    assert.partialDeepStrictEqual(placed.entry, {
      place: { lat: 52.516316 },
      geocode: { source: "geocoder" },
    });
  });

  test("a delivery sets the position, stores the old one, and takes precedence over the geocoder", async () => {
    const business = await service.business();
    const keep = business.as("employee");
    const place = { ...street, city: "Goiânia" };
    const { entry_id } = await keep(createEntry, { place: { ...place, lat: -16.68, lng: -49.25 } });
    await visit(
      business.id,
      { line1: "rua a, 1", city: "Goiania", postal_code: "74000000" },
      { lat: -16.6805, lng: -49.2502 },
    );
    const { entry } = await keep(getEntry, { entry_id });
    assert.partialDeepStrictEqual(entry, {
      place: { lat: -16.6805, lng: -49.2502 },
      geocode: { source: "visit", confirmed_by_visit: true },
      visits: 1,
      verified: true,
    });
    assert.partialDeepStrictEqual(entry.previous_positions, [{ lat: -16.68, lng: -49.25, source: "given" }]);
    const after = await withGeocoder(service, "search-building", () =>
      keep(updateEntry, { entry_id, geocode: true }),
    );
    assert.equal(after.moved, false);
    // A proof from far away does not count as a visit.
    await visit(business.id, place, { lat: -15.8, lng: -47.9 });
    assert.partialDeepStrictEqual((await keep(getEntry, { entry_id })).entry, {
      visits: 1,
      place: { lat: -16.6805 },
    });
    const events = await business.readEvents("address_entry", entry_id);
    assert.deepEqual(events.at(-1)?.payload, { kept: "too_far" });
    assert(!JSON.stringify(events).includes("16.68"), "Events carry no positions of addresses.");
  });

  test("an order gets the coordinates of the business's entry or its customer's, never another customer's", async () => {
    const business = await service.business();
    const [ana, bob] = [await business.customer(), await business.customer()];
    const place = { ...street, city: "Goiânia" };
    await ana.person.call(createEntry, { place: { ...place, lat: -16.1, lng: -49.1 } });
    const create = service.runtime.registry.get("clientOrderCreate") as never;
    const readLat = async (caller: typeof ana.person.call) =>
      ((await caller(create, { dropoff: place } as never)) as { order: { lat: number | null } }).order.lat;
    assert.equal(await readLat(ana.person.call), -16.1);
    assert.equal(await readLat(bob.person.call), null);
    const both = [ana.id, bob.id].map((customer_id) => ({ customer_id, dropoff: place }));
    const { orders } = await business.as("client_admin")(createOrderBatch, { orders: both });
    const lats = await service.system.rows<{ lat: number | null }>(
      "select lat from delivery_order where id = any($1) order by id",
      [orders.map((order) => order.order_id)],
    );
    assert.deepEqual(
      lats.map(({ lat }) => lat),
      [-16.1, null],
    );
    await business.as("client_admin")(createEntry, { place: { ...place, lat: -16.2, lng: -49.2 } });
    assert.equal(await readLat(bob.person.call), -16.2);
  });
});

describe("orders to known addresses", () => {
  const known_place = {
    line1: "SQS 308 Bloco C",
    line2: "Apto 302",
    city: "Brasília",
    postal_code: "70355-030",
    country: "BR",
  };
  const at = { lat: -15.81, lng: -47.9 };

  test("get its coordinates with more or less detail: created, in batches, in the background, rerouted", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const ana = await business.customer();
    await admin(createEntry, { place: { ...known_place, ...at }, customer_id: ana.id });
    const writings = [
      { line1: "SQS 308 Bloco C, Apto 302" },
      { line1: "sqs 308 bl. c", city: "Brasilia" },
      { line1: "SQS 308 Bloco C, Apto 501", postal_code: "70355030" },
      { line1: "SQS 308 Bloco C", line2: "apartamento 302", city: "Brasília", country: "BR" },
    ];
    for (const dropoff of writings) {
      const { order } = await admin(createOrder, { customer_id: ana.id, dropoff });
      assert.partialDeepStrictEqual(order, { ...at, can_plan: true, cannot_plan_reason: null });
    }
    const drafts = writings.map((dropoff) => ({ customer_id: ana.id, dropoff }));
    const { orders } = await admin(createOrderBatch, { orders: drafts });
    const { asyncId } = await admin(createOrderBatchAsync, { orders: drafts });
    await until("the batch is finished", async () => (await admin(getOrderBatch, { id: asyncId })).finished);
    const background = (await admin(getOrderBatch, { id: asyncId })).orders;
    for (const { order_id } of [...orders, ...background])
      assert.partialDeepStrictEqual((await admin(getOrder, { order_id: order_id ?? 0 })).order, at);

    const elsewhere = await admin(createOrder, {
      customer_id: ana.id,
      dropoff: { line1: "Nowhere Street 1" },
    });
    assert.partialDeepStrictEqual(elsewhere.order, {
      lat: null,
      can_plan: false,
      cannot_plan_reason: "no_location",
    });
    const rerouted = await admin(rerouteOrder, {
      order_id: elsewhere.order_id,
      address: { line1: "SQS 308 Bloco C" },
    });
    assert.partialDeepStrictEqual(rerouted.order, { ...at, can_plan: true, cannot_plan_reason: null });
    const nowhere = await admin(rerouteOrder, {
      order_id: rerouted.order_id,
      address: { line1: "Nowhere Street 2" },
    });
    assert.partialDeepStrictEqual(nowhere.order, { can_plan: false, cannot_plan_reason: "no_location" });
    const read = await admin(getOrder, { order_id: nowhere.order_id });
    assert.equal(read.order.cannot_plan_reason, "no_location");
  });

  test("get none when two places match, and never another customer's", async () => {
    const business = await service.business();
    const [ana, bob] = [await business.customer(), await business.customer()];
    const admin = business.as("client_admin");
    await admin(createEntry, { place: { ...known_place, ...at }, customer_id: ana.id });
    const readLat = async (draft: Record<string, unknown>) =>
      (await admin(createOrder, draft as never)).order.lat;
    const dropoff = { line1: known_place.line1 };
    assert.equal(await readLat({ dropoff }), null);
    assert.equal(await readLat({ dropoff, customer_id: bob.id }), null);
    assert.equal(await readLat({ dropoff, customer_id: ana.id }), at.lat);
    await admin(createEntry, {
      place: { ...known_place, city: "Goiânia", postal_code: "74000-000", lat: -16, lng: -49 },
    });
    assert.equal(await readLat({ dropoff, customer_id: ana.id }), null);
    const { city } = known_place;
    assert.equal(await readLat({ dropoff: { ...dropoff, city }, customer_id: ana.id }), at.lat);
    assert.equal(
      await readLat({ dropoff: { ...dropoff, postal_code: "99999-999" }, customer_id: ana.id }),
      null,
    );
  });

  test("created without coordinates get none from the entry later, whatever is saved or sent afterwards", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const { entry_id } = await admin(createEntry, { place: { ...known_place, ...at } });
    await admin(createEntry, { place: known_place, label: "Ana" });
    await business.http("client_admin", "POST", "/api/v1/client/orderCreate", {
      dropoff: { ...known_place, lat: null, lng: null },
    });
    await admin(importAddresses, {
      csv: `line1,line2,city,postal_code\n${known_place.line1},${known_place.line2},Brasília,70355-030`,
    });
    const adlon = { line1: "Unter den Linden 77", city: "Berlin", postal_code: "10117", country: "DE" };
    await admin(createEntry, { place: { ...adlon, lat: 52.5, lng: 13.4 } });
    const kept_entry = await withGeocoder(service, "search-building", () =>
      admin(createEntry, { place: adlon }),
    );
    assert.partialDeepStrictEqual(kept_entry.entry, { place: { lat: 52.5 }, geocode: { source: "given" } });
    const { entry } = await admin(getEntry, { entry_id });
    assert.partialDeepStrictEqual(entry.place, at);
    const { suggestions } = await admin(resolveAddress, { q: "SQS 308 Bloco C" });
    assert.deepEqual(
      suggestions.map(({ source, place }) => [source, place.lat]),
      [["entry", at.lat]],
    );
  });
});
