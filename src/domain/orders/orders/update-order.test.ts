/** Corrections of orders, with what follows from them on routes, in searches and in the past. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createEntry } from "#domain/locations/addressbook/operations/create-entry.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { getRoute } from "#domain/planning/routes/operations/get-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { assertAllFoldsConsistent } from "#tests/support/orders.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { createOrder } from "./operations/create-order.ts";
import { findOrders } from "./operations/find-orders.ts";
import { getOrder } from "./operations/get-order.ts";
import { updateOrder } from "./operations/update-order.ts";

const service = await testService();
const WINDOW = { start: "2027-03-01T09:00:00-03:00", end: "2027-03-01T12:00:00-03:00" };
const DAY = "2027-03-01";

const read = async (business: TestBusiness, order_id: number) =>
  (await business.as("client_admin")(getOrder, { order_id })).order;

describe("correcting an order", () => {
  test("only what differs changes when the whole place is sent; the old values can be read as of then", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const customer = await business.customer({ name: "Loja" });
    const { id: order_id } = await business.order({
      ref: "A-1",
      note: "fragile",
      scheduled_date: DAY,
      parcels: [{ weight_g: 500, length_mm: 100, width_mm: 100, height_mm: 100 }, { weight_g: 700 }],
    });
    const before = await read(business, order_id);
    const [first, second] = before.parcels;
    const same = await admin(updateOrder, { order_id, dropoff: before.dropoff ?? {}, note: "fragile" });
    assert.equal(same.version, before.version, "nothing differed");

    service.advance(60_000);
    const as_of = service.now().toISOString();
    service.advance(60_000);
    const { order, version } = await admin(
      updateOrder,
      {
        order_id,
        dropoff: { phone: "+55 61 3333-4444", email: "clara@example.com", name: "" },
        customer_id: customer.id,
        ref: "A-2",
        parcels: [
          { id: second?.id ?? 0, weight_g: 900, contents: "books" },
          { id: first?.id ?? 0, height_mm: 300 },
        ],
        requirements: { skills: ["cold"], pod: ["photo"] },
        cod_minor: 1250,
        insured_value_minor: 90_000,
        delivery_instruction: "Ring.",
        note: "glass",
      },
      { if_match: before.version },
    );
    assert.equal(version, before.version + 1);
    assert.partialDeepStrictEqual(order, {
      ref: "A-2",
      customer_id: customer.id,
      name: "",
      weight_g: 1400,
      volume_cm3: 3000,
      lat: before.lat,
      lng: before.lng,
      requirements: { skills: ["cold"], pod: ["photo"] },
      cod_minor: 1250,
      insured_value_minor: 90_000,
      note: "glass",
    });
    assert.partialDeepStrictEqual(order.dropoff, { line1: before.dropoff?.line1, phone: "+55 61 3333-4444" });
    assert.deepEqual(
      order.parcels.map(({ weight_g, height_mm, contents }) => ({ weight_g, height_mm, contents })),
      [
        { weight_g: 500, height_mm: 300, contents: "" },
        { weight_g: 900, height_mm: null, contents: "books" },
      ],
    );
    assert.deepEqual(await read(business, order_id), order);
    const past = await admin(getOrder, { order_id, as_of });
    assert.deepEqual(past.order, before);
    assert.equal((await catchRefusal(customer.person.call(getOrder, { order_id, as_of }))).status, 404);

    const stale = await catchRefusal(
      admin(updateOrder, { order_id, ref: "A-3" }, { if_match: before.version }),
    );
    assert.deepEqual([stale.status, stale.error_code], [409, "VERSION_CONFLICT"]);
    const events = await business.readEvents("order", order_id);
    const last = events.at(-1);
    assert.equal(last?.kind, "order.details_changed");
    assert.deepEqual((last?.payload["changed"] as string[] | undefined)?.toSorted(), [
      "cod_minor",
      "contact",
      "customer_id",
      "delivery_instruction",
      "insured_value_minor",
      "note",
      "parcels",
      "ref",
      "requirements",
    ]);
    assert.doesNotMatch(JSON.stringify(events), /3333|clara|Ring|glass|fragile|books/);
  });

  test("another address is found in searches, is located from the address book, or has no position", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    await admin(createEntry, {
      place: { line1: "Rua das Flores 10", city: "Goiânia", lat: -16.68, lng: -49.25 },
    });
    const { id: order_id } = await business.order();
    const moved = await admin(updateOrder, {
      order_id,
      dropoff: { line1: "Rua das Flores, 10", city: "Goiânia", postal_code: "74000-000" },
    });
    assert.partialDeepStrictEqual(moved.order, {
      lat: -16.68,
      lng: -49.25,
      city: "Goiânia",
      postal_code: "74000-000",
      can_plan: true,
    });
    assert.equal((await admin(findOrders, { q: "das Flores" })).total, 1);
    const nowhere = await admin(updateOrder, { order_id, dropoff: { line1: "Rua Perdida 1" } });
    assert.partialDeepStrictEqual(nowhere.order, { lat: null, cannot_plan_reason: "no_location" });
    const pinned = await admin(updateOrder, { order_id, dropoff: { lat: -16.7, lng: -49.3 } });
    assert.partialDeepStrictEqual(pinned.order, { lat: -16.7, can_plan: true });
    // More detail about the same building keeps the pin.
    const unit = await admin(updateOrder, { order_id, dropoff: { line2: "Apto 3" } });
    assert.partialDeepStrictEqual(unit.order, {
      lat: -16.7,
      address: "Rua Perdida 1, Apto 3, 74000-000, Goiânia",
    });
  });

  test("its unreleased route follows a new position, window and weight; a new day or no position takes it off", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const draft = { scheduled_date: DAY, parcels: [{ weight_g: 1000 }] };
    const [{ id: order_id }, { id: other }] = [await business.order(draft), await business.order(draft)];
    const { route } = await admin(createRoute, { order_ids: [order_id, other], date: DAY });
    const readStop = async () => {
      const { stops, load, plan_version } = (await admin(getRoute, { route_id: route.id })).route;
      const stop = stops.find(({ tasks }) => tasks.some((task) => task.order_id === order_id));
      return { stop, load, plan_version, stops: stops.length };
    };
    const before = await readStop();
    const parcel = (await read(business, order_id)).parcels[0]?.id ?? 0;
    await admin(updateOrder, {
      order_id,
      dropoff: { lat: -15.9, lng: -47.95, window: WINDOW },
      parcels: [{ id: parcel, weight_g: 5000 }],
    });
    const after = await readStop();
    assert.partialDeepStrictEqual(after, {
      stop: { id: before.stop?.id, lat: -15.9, lng: -47.95, window_start: "2027-03-01T12:00:00.000Z" },
      load: { weight_g: 6000 },
      plan_version: before.plan_version + 1,
      stops: 2,
    });
    await admin(updateOrder, { order_id, parcels: [{ id: parcel, weight_g: 5500 }] });
    assert.partialDeepStrictEqual(await readStop(), {
      load: { weight_g: 6500 },
      plan_version: before.plan_version + 2,
    });
    await admin(updateOrder, { order_id, dropoff: { phone: "+55 61 1" } });
    assert.equal((await readStop()).plan_version, before.plan_version + 2, "a phone changes no plan");

    const later = await admin(updateOrder, { order_id, scheduled_date: "2027-03-02" });
    assert.partialDeepStrictEqual(later.order, {
      status: "NEW_ORDER",
      route_id: null,
      window_start: "2027-03-02T12:00:00.000Z",
      window_end: "2027-03-02T15:00:00.000Z",
    });
    assert.equal((await readStop()).stops, 1);
    const lost = await admin(updateOrder, { order_id: other, dropoff: { line1: "Rua Perdida 2" } });
    assert.partialDeepStrictEqual(lost.order, { status: "NEW_ORDER", route_id: null, lat: null });
    assert.equal((await readStop()).stops, 0);
    await assertAllFoldsConsistent(service);
  });

  test("what the driver has is locked with its reason, per member, and nothing of the request is done", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const driver = await business.driver();
    const { id: order_id } = await business.order({ scheduled_date: DAY });
    const { route } = await admin(createRoute, { order_ids: [order_id], date: DAY, driver_id: driver.id });
    await admin(releaseRoute, { route_id: route.id });
    const before = await read(business, order_id);
    const refusal = await catchRefusal(
      admin(updateOrder, {
        order_id,
        dropoff: { line1: "Elsewhere 1", phone: "+55 61 2" },
        cod_minor: 4,
        note: "call first",
      }),
    );
    assert.deepEqual([refusal.status, refusal.error_code], [409, "LOCKED_MEMBERS"]);
    assert.deepEqual(
      refusal.errors?.map(({ field, code }) => [field, code]),
      [
        ["dropoff/line1", "on_released_route"],
        ["cod_minor", "on_released_route"],
      ],
    );
    assert.deepEqual(await read(business, order_id), before);
    // The phone of the recipient and the window may still change, and the driver's route follows.
    const changed = await admin(updateOrder, { order_id, dropoff: { phone: "+55 61 2", window: WINDOW } });
    assert.partialDeepStrictEqual(changed.order, {
      status: "DISPATCHED",
      window_start: "2027-03-01T12:00:00.000Z",
    });
  });

  test("each fault names its field and changes nothing", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const other = await (await service.business()).customer();
    const strange = await (await service.business()).order();
    const { id: order_id } = await business.order({ scheduled_date: DAY });
    const before = await read(business, order_id);
    const [parcel] = before.parcels;
    const id = parcel?.id ?? 0;
    const start = "2027-03-01T12:00:00Z";
    for (const [change, field] of [
      [{ scheduled_date: "2027-02-30" }, "scheduled_date"],
      [{ scheduled_date: "2020-01-01" }, "scheduled_date"],
      [{ dropoff: { window: { start, end: "2027-03-01T11:00:00Z" } } }, "dropoff/window/end"],
      [
        { dropoff: { window: { start: "2020-01-01T11:00:00Z", end: "2020-01-01T12:00:00Z" } } },
        "dropoff/window/end",
      ],
      [
        { scheduled_date: "2027-03-05", dropoff: { window: { start, end: "2027-03-01T13:00:00Z" } } },
        "dropoff/window/start",
      ],
      [{ dropoff: { lat: -15.9, lng: null } }, "dropoff/lng"],
      [{ customer_id: other.id }, "customer_id"],
      [{ parcels: [{ id: id + 999_999, weight_g: 1 }] }, "parcels/0/id"],
      [
        {
          parcels: [
            { id, weight_g: 1 },
            { id, weight_g: 2 },
          ],
        },
        "parcels/1/id",
      ],
      [{ parcels: [{ id, length_mm: 20_000, width_mm: 20_000, height_mm: 20_000 }] }, "parcels"],
      [{ requirements: { pod: ["pin" as const] } }, "requirements/pin"],
    ] as const) {
      const refusal = await catchRefusal(admin(updateOrder, { order_id, ...change } as never));
      assert.deepEqual([refusal.status, refusal.errors?.[0]?.field], [422, field], JSON.stringify(change));
    }
    assert.deepEqual(await read(business, order_id), before);
    assert.equal((await catchRefusal(admin(updateOrder, { order_id: strange.id, note: "x" }))).status, 404);
    const huge = { parcels: [{ length_mm: 20_000, width_mm: 20_000, height_mm: 20_000 }] };
    const created = await catchRefusal(admin(createOrder, { dropoff: before.dropoff ?? null, ...huge }));
    assert.deepEqual([created.status, created.errors?.[0]?.field], [422, "parcels"]);
  });

  test("two corrections of one version: one is done, the other is told", async () => {
    const business = await service.business();
    const { id: order_id } = await business.order();
    const { version } = await read(business, order_id);
    const outcomes = await Promise.allSettled(
      ["one", "two"].map((ref) =>
        business.as("client_admin")(updateOrder, { order_id, ref }, { if_match: version }),
      ),
    );
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    assert.equal((await read(business, order_id)).version, version + 1);
  });
});
