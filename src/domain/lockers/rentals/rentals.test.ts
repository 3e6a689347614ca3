/**
 * Locker storage rentals: rows updated by events, timelines of the profile `storage`, tools, and access of other users.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findOrders } from "#domain/orders/orders/operations/find-orders.ts";
import { insertTrackingNumbers, newTrackingNumber } from "#domain/tracking/tracking/public.ts";
import { runDue } from "#operation/due/run-due.ts";
import { openTestLocker } from "#tests/support/lockers.ts";
import { createProvider } from "#tests/support/provider.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { getClientStorage } from "./operations/get-client-storage.ts";
import { getStorageRental } from "./operations/get-storage-rental.ts";
import { getOtepStorage, getStorageRentalTimeline } from "./operations/get-storage-rental-timeline.ts";
import { listStorageRentals } from "./operations/list-storage-rentals.ts";

const service = await testService();
const HOUR = 3_600_000;

async function createRental(business: TestBusiness, customer_id: number | null = null): Promise<number> {
  const row = await service.system.row<{ id: number }>(
    `insert into storage_rental (business_id, customer_id, device, device_name, place, compartment, size, booked_from, booked_to,
       price_minor, charges, currency, created_at, updated_at)
     values ($1, $2, 'LOCKER-1', 'Central station', '{"city":"Brasília"}', 'A7', 'M', $3, $4, 4500,
       '[{"code":"over","label":"Day over","amount_minor":1500,"at":"2026-11-20T10:00:00.000Z"}]', 'BRL', now(), now()) returning id`,
    [
      business.id,
      customer_id,
      new Date(service.now().getTime() - HOUR),
      new Date(service.now().getTime() + 24 * HOUR),
    ],
  );
  return row?.id ?? 0;
}

const event = (rental_id: number, code: string, minutes = 0) => ({
  subject: { scheme: "rental_id", id: String(rental_id) },
  status_code: `otep:storage:${code}`,
  occurred_at: new Date(service.now().getTime() + minutes * 60_000).toISOString(),
  location: { name: "Hidden corner", address: { city: "Brasília", country: "BR" } },
});

describe("a rental", () => {
  test("is overdue at the end of its booked time while its compartment is taken, and not when it was returned", async () => {
    const business = await service.business();
    const kiosk = await createProvider(business);
    const [kept_rental, returned] = [await createRental(business), await createRental(business)];
    const state = async (rental_id: number) =>
      (await business.as("employee")(getStorageRental, { rental_id })).rental.state;
    await kiosk.ingest([event(kept_rental, "checked_in"), event(returned, "checked_in")]);
    await kiosk.ingest(event(returned, "checked_out"));
    try {
      service.advance(23 * HOUR);
      await runDue(service.runtime);
      assert.equal(await state(kept_rental), "ACTIVE");
      service.advance(2 * HOUR);
      await runDue(service.runtime);
      assert.deepEqual([await state(kept_rental), await state(returned)], ["OVERDUE", "ENDED"]);
      const timeline = (await business.as("employee")(getOtepStorage, { rental_id: kept_rental })) as {
        status: { code: string };
        events: unknown[];
      };
      assert.deepEqual([timeline.status.code, timeline.events.length], ["otep:storage:overdue", 2]);
      const kinds = (await business.readEvents("storage_rental", kept_rental)).map(({ kind }) => kind);
      assert.deepEqual(kinds.slice(-2).sort(), ["storage_rental.changed", "tracking.updated"]);
      // Opened once more, it is in use for that moment and overdue after it.
      await kiosk.ingest(event(kept_rental, "accessed"));
      await runDue(service.runtime);
      assert.equal(await state(kept_rental), "OVERDUE");
      await kiosk.ingest(event(kept_rental, "checked_out", 1));
      assert.equal(await state(kept_rental), "ENDED");
      await runDue(service.runtime);
      assert.equal(await state(kept_rental), "ENDED");
    } finally {
      service.advance(-25 * HOUR);
    }
  });

  test("follows its events: occupied, overdue, returned", async () => {
    const business = await service.business();
    const rental_id = await createRental(business);
    const kiosk = await createProvider(business);
    const state = async () => (await business.as("employee")(getStorageRental, { rental_id })).rental;
    assert.partialDeepStrictEqual(await state(), { state: "BOOKED", actual_from: null, price_minor: 4500 });
    const none = await catchRefusal(business.as("employee")(getStorageRentalTimeline, { rental_id }));
    assert.equal(none.error_code, "TRACKING_NOT_FOUND");
    assert.equal((await business.as("employee")(getClientStorage, { rental_id })).timeline, null);
    const in_event = event(rental_id, "checked_in", 1);
    assert.equal((await kiosk.ingest([in_event, event(rental_id, "accessed", 2)])).body.accepted, 2);
    assert.partialDeepStrictEqual(await state(), {
      state: "ACTIVE",
      actual_from: in_event.occurred_at,
      actual_to: null,
    });
    await kiosk.ingest(event(rental_id, "overdue", 3));
    assert.equal((await state()).state, "OVERDUE");
    const out = event(rental_id, "checked_out", 4);
    await kiosk.ingest(out);
    assert.partialDeepStrictEqual(await state(), { state: "ENDED", actual_to: out.occurred_at });
    const again = await kiosk.ingest({ ...out, event_id: undefined, description: "again" });
    assert.equal(again.body.duplicates, 1);
    const timeline = await business.as("employee")(getOtepStorage, { rental_id });
    assert.partialDeepStrictEqual(timeline, {
      profile: "storage",
      delivered: true,
      event_count: 4,
      subject: { id: String(rental_id), scheme: "rental_id", type: "rental" },
    });
    const kinds = (await business.readEvents("storage_rental", rental_id)).map(({ kind }) => kind);
    assert.deepEqual([...new Set(kinds)].sort(), ["storage_rental.changed", "tracking.updated"]);
    const judged = await service.http("POST", "/api/v1/otep/validate", timeline);
    assert.deepEqual(judged.body.errors, []);
  });

  test("has the same result in any order of events", async () => {
    const business = await service.business();
    const kiosk = await createProvider(business);
    const subjects = [];
    for (const order of [1, -1]) {
      const rental_id = await createRental(business);
      const [plain, locker] = [event(rental_id, "checked_in", 1), event(rental_id, "accessed", 2)];
      const subject = { ...locker.subject, type: "locker", related: [{ scheme: "order_id", id: "7" }] };
      const sent_events = [plain, { ...locker, subject }];
      assert.equal((await kiosk.ingest(order > 0 ? sent_events : sent_events.reverse())).body.accepted, 2);
      const timeline = await business.as("employee")(getOtepStorage, { rental_id });
      subjects.push({ ...(timeline as { subject: object }).subject, id: "" });
    }
    assert.deepEqual(subjects[0], subjects[1]);
  });

  test("is visible to the business and its renter; the renter sees only the public view", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const [renter, other_customer] = [await business.customer(), await business.customer()];
    const [mine, theirs] = [await createRental(business, renter.id), await createRental(business)];
    const kiosk = await createProvider(business);
    await kiosk.ingest([event(mine, "checked_in"), event(theirs, "checked_in")]);
    const listed = await renter.person.call(listStorageRentals, {});
    assert.deepEqual(
      listed.rentals.map(({ id }) => id),
      [mine],
    );
    assert.equal(
      (await business.as("employee")(listStorageRentals, { state: "ACTIVE", device: "LOCKER-1" })).total,
      2,
    );
    assert.equal((await business.as("employee")(listStorageRentals, { state: "ENDED" })).total, 0);
    assert.equal(
      (await business.as("employee")(listStorageRentals, { from: "2199-01-01T00:00:00Z" })).total,
      0,
    );
    assert.equal(
      (await business.as("employee")(listStorageRentals, { to: "1990-01-01T00:00:00Z" })).total,
      0,
    );
    const rental_answer = await renter.person.call(getClientStorage, { rental_id: mine });
    assert.equal(rental_answer.rental.id, mine);
    assert.ok(!JSON.stringify(rental_answer.timeline).includes("Hidden corner"));
    assert.ok(
      JSON.stringify(await business.as("employee")(getClientStorage, { rental_id: mine })).includes(
        "Hidden corner",
      ),
    );
    for (const call of [
      other_customer.person.call,
      other.as("client_admin"),
      (await other.customer()).person.call,
    ]) {
      for (const operation of [
        getStorageRental,
        getStorageRentalTimeline,
        getOtepStorage,
        getClientStorage,
      ]) {
        const refusal = await catchRefusal(call(operation as typeof getStorageRental, { rental_id: mine }));
        assert.deepEqual([refusal.status, refusal.error_code], [404, "NOT_FOUND"]);
      }
    }
    assert.equal((await service.http("GET", `/api/v1/otep/storage/${mine}`)).status, 401);
    const far = await createProvider(other);
    assert.equal(
      (await far.ingest(event(mine, "checked_out"))).body.results[0].errors[0].code,
      "subject_not_found",
    );
  });

  test("is tracked by a number like any other, under the number and under its own id", async () => {
    const business = await service.business();
    const rental_id = await createRental(business);
    const kiosk = await createProvider(business);
    const number = newTrackingNumber();
    await insertTrackingNumbers({ db: service.system, business_id: business.id, now: service.now() }, [
      { number, type: "rental", id: rental_id },
    ]);
    const booked = await service.http("GET", `/api/v1/tracking/${number}`);
    assert.partialDeepStrictEqual(booked.body, {
      status: "BOOKED",
      status_code: null,
      parcels: 0,
      events: [],
    });
    const subject = { scheme: "tracking_number", id: number };
    const sent_events = [event(rental_id, "checked_in"), { ...event(rental_id, "overdue", 1), subject }];
    assert.equal((await kiosk.ingest(sent_events)).body.accepted, 2);
    const { body } = await service.http("GET", `/api/v1/tracking/${number}`);
    assert.partialDeepStrictEqual(body, {
      tracking_number: number,
      status: "OVERDUE",
      status_code: "otep:storage:overdue",
      destination: { city: "Brasília" },
    });
    assert.equal(body.events.length, 2);
    assert.ok(!JSON.stringify(body).includes("Hidden corner"));
    const timeline = await service.http("GET", `/api/v1/otep/trackings/${number}`);
    assert.partialDeepStrictEqual(timeline.body, { profile: "storage", event_count: 2 });
    const search_answer = await business.as("employee")(findOrders, { q: number });
    assert.equal(search_answer.total, 0);
  });

  test("hides its prices if storage prices are hidden", async () => {
    const business = await service.business();
    const renter = await business.customer({ hidden_price_families: ["storage_services"] });
    const rental_id = await createRental(business, renter.id);
    const { rental } = await renter.person.call(getStorageRental, { rental_id });
    assert.equal((rental as Record<string, unknown>)["price_hidden"], true);
    for (const member of ["price_minor", "charges", "currency"])
      assert.equal(member in rental, false, member);
  });

  test("has an entity tag and formats like every timeline", async () => {
    const business = await service.business();
    const rental_id = await createRental(business);
    const kiosk = await createProvider(business);
    await kiosk.ingest(event(rental_id, "checked_in"));
    const url = `/api/v1/locker-storage/rentals/${rental_id}/timeline`;
    const first = await business.http("employee", "GET", url);
    const tag = String(first.headers["etag"]);
    const second = await business.http("employee", "GET", url, undefined, { "if-none-match": tag });
    assert.equal(second.status, 304);
    const epcis = await business.http("employee", "GET", `${url}?format=epcis`);
    assert.equal(epcis.body.type, "EPCISDocument");
    assert.equal(
      (await business.http("employee", "GET", `${url}?format=morse`)).body.error_code,
      "UNSUPPORTED_FORMAT",
    );
  });
});

describe("the routes of locker storage", () => {
  test("answer 405 with what is allowed to any write", async () => {
    const business = await service.business();
    const rental_id = await createRental(business);
    const root = "/api/v1/locker-storage";
    for (const path of [
      "/rentals",
      `/rentals/${rental_id}`,
      `/rentals/${rental_id}/timeline`,
      "/locations",
      "/availability",
      "/stats",
    ]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
        const { status, headers } = await business.http("client_admin", method, `${root}${path}`, {});
        assert.deepEqual([method, path, status, headers["allow"]], [method, path, 405, "GET, HEAD"]);
      }
    }
  });

  test("show places, sizes, hours and what is free to anybody who knows the code of the business, and nothing else", async () => {
    const business = await service.business();
    const other = await service.business();
    const locker = await openTestLocker(business, [["S", "M", "M"]]);
    const { code } = (await service.system.row<{ code: string }>("select code from business where id = $1", [
      business.id,
    ])) ?? { code: "" };
    const get = (path: string) => service.http("GET", `/api/v1/locker-storage/${path}`);
    const { body } = await get(`locations?business=${code}`);
    assert.partialDeepStrictEqual(body.locations, [
      {
        locker_id: locker.id,
        name: "North hall",
        place: { city: "Brasília" },
        sizes: [
          { size: "S", compartments: 1 },
          { size: "M", compartments: 2 },
        ],
      },
    ]);
    await locker.admin("POST", `/api/v1/lockers/${locker.id}/reservations`, {
      purpose: "delivery",
      size: "M",
    });
    const free = await get(`availability?business=${code}&size=M`);
    assert.partialDeepStrictEqual(free.body.availability, [
      { is_online: true, sizes: [{ size: "M", compartments: 2, free: 1 }] },
    ]);
    assert.equal(free.body.availability[0].sizes.length, 1);
    assert.ok(!/reservation|customer|battery|serial/.test(JSON.stringify([body, free.body])));
    const row = await service.system.row<{ code: string }>("select code from business where id = $1", [
      other.id,
    ]);
    assert.deepEqual((await get(`locations?business=${row?.code}`)).body.locations, []);
    assert.equal((await get("locations?business=nobody")).status, 404);
    assert.equal((await get("availability")).status, 422);
  });

  test("count what was rented by day, for administrators", async () => {
    const business = await service.business();
    const kiosk = await createProvider(business);
    const rental_id = await createRental(business);
    await kiosk.ingest(event(rental_id, "checked_in", -30));
    const date = service.now().toISOString().slice(0, 10);
    const path = `/api/v1/locker-storage/stats?from=${date}&to=${date}`;
    const { body } = await business.http("client_admin", "GET", path);
    assert.equal(body.days.length, 1, JSON.stringify(body));
    assert.equal((await business.http("employee", "GET", path)).status, 403);
    assert.equal(
      (
        await business.http(
          "client_admin",
          "GET",
          "/api/v1/locker-storage/stats?from=2026-01-01&to=2026-12-31",
        )
      ).body.error_code,
      "PERIOD_TOO_LONG",
    );
    const wide = await business.http(
      "client_admin",
      "GET",
      `/api/v1/locker-storage/stats?from=${new Date(service.now().getTime() - 48 * HOUR).toISOString().slice(0, 10)}&to=${date}`,
    );
    const sum = (member: string) =>
      wide.body.days.reduce((all: number, day: Record<string, number>) => all + (day[member] ?? 0), 0);
    assert.equal(sum("started"), 1);
    assert.ok(Math.abs(sum("occupied_h") - 0.5) < 0.02, String(sum("occupied_h")));
    const { hours, sizes } = wide.body;
    assert.equal(hours.length, 24);
    assert.equal(
      hours.reduce((all: number, hour: { put_in: number }) => all + hour.put_in, 0),
      1,
    );
    assert.partialDeepStrictEqual(sizes, [{ started: 1, overdue: 0 }]);
    // 1500 was charged on a day outside of the period, or in it.
    assert.ok([4500, 6000].includes(sum("revenue_minor")));
  });
});
