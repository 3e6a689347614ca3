/** Locker storage rentals: rows that events move, timelines of the profile `storage`, tools; and nobody else's. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { providerOf } from "#tests/support/provider.ts";
import { refusalOf, type TestBusiness, testService } from "#tests/support/service.ts";
import { getClientStorage } from "./operations/get-client-storage.ts";
import { getClientTracking } from "./operations/get-client-tracking.ts";
import { getStorageRental } from "./operations/get-rental.ts";
import { getOtepStorage, getStorageRentalTimeline } from "./operations/get-rental-timeline.ts";
import { listStorageRentals } from "./operations/list-rentals.ts";

const service = await testService();
const HOUR = 3_600_000;

async function rentalOf(t: TestBusiness, customer_id: number | null = null): Promise<number> {
  const row = await service.system.row<{ id: number }>(
    `insert into storage_rental (business_id, customer_id, device, device_name, place, compartment, size, booked_from, booked_to,
       price_minor, charges, currency, created_at, updated_at)
     values ($1, $2, 'LOCKER-1', 'Central station', '{"city":"Brasília"}', 'A7', 'M', $3, $4, 4500,
       '[{"code":"over","label":"Day over","amount_minor":1500,"at":"2026-11-20T10:00:00.000Z"}]', 'BRL', now(), now()) returning id`,
    [
      t.id,
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
  test("follows its events: taken, overdue, given back", async () => {
    const t = await service.business();
    const rental_id = await rentalOf(t);
    const kiosk = await providerOf(t);
    const state = async () => (await t.as("employee")(getStorageRental, { rental_id })).rental;
    assert.partialDeepStrictEqual(await state(), { state: "BOOKED", actual_from: null, price_minor: 4500 });
    const none = await refusalOf(t.as("employee")(getStorageRentalTimeline, { rental_id }));
    assert.equal(none.error_code, "TRACKING_NOT_FOUND");
    assert.equal((await t.as("employee")(getClientStorage, { rental_id })).timeline, null);
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
    const timeline = await t.as("employee")(getOtepStorage, { rental_id });
    assert.partialDeepStrictEqual(timeline, {
      profile: "storage",
      delivered: true,
      event_count: 4,
      subject: { id: String(rental_id), scheme: "rental_id", type: "rental" },
    });
    const kinds = (await t.eventsOf("storage_rental", rental_id)).map(({ kind }) => kind);
    assert.deepEqual([...new Set(kinds)].sort(), ["storage_rental.changed", "tracking.updated"]);
    const judged = await service.http("POST", "/api/v1/otep/validate", timeline);
    assert.deepEqual(judged.body.errors, []);
  });

  test("is the same subject in whatever order its events come", async () => {
    const t = await service.business();
    const kiosk = await providerOf(t);
    const subjects = [];
    for (const order of [1, -1]) {
      const rental_id = await rentalOf(t);
      const [plain, locker] = [event(rental_id, "checked_in", 1), event(rental_id, "accessed", 2)];
      const subject = { ...locker.subject, type: "locker", related: [{ scheme: "order_id", id: "7" }] };
      const sent = [plain, { ...locker, subject }];
      assert.equal((await kiosk.ingest(order > 0 ? sent : sent.reverse())).body.accepted, 2);
      const timeline = await t.as("employee")(getOtepStorage, { rental_id });
      subjects.push({ ...(timeline as { subject: object }).subject, id: "" });
    }
    assert.deepEqual(subjects[0], subjects[1]);
  });

  test("is the business's and its renter's; the renter sees no more than the public view", async () => {
    const [t, other] = [await service.business(), await service.business()];
    const [renter, stranger] = [await t.customer(), await t.customer()];
    const [mine, theirs] = [await rentalOf(t, renter.id), await rentalOf(t)];
    const kiosk = await providerOf(t);
    await kiosk.ingest([event(mine, "checked_in"), event(theirs, "checked_in")]);
    const listed = await renter.person.call(listStorageRentals, {});
    assert.deepEqual(
      listed.rentals.map(({ id }) => id),
      [mine],
    );
    assert.equal(
      (await t.as("employee")(listStorageRentals, { state: "ACTIVE", device: "LOCKER-1" })).total,
      2,
    );
    assert.equal((await t.as("employee")(listStorageRentals, { state: "ENDED" })).total, 0);
    assert.equal((await t.as("employee")(listStorageRentals, { from: "2199-01-01T00:00:00Z" })).total, 0);
    assert.equal((await t.as("employee")(listStorageRentals, { to: "1990-01-01T00:00:00Z" })).total, 0);
    const shown = await renter.person.call(getClientStorage, { rental_id: mine });
    assert.equal(shown.rental.id, mine);
    assert.ok(!JSON.stringify(shown.timeline).includes("Hidden corner"));
    assert.ok(
      JSON.stringify(await t.as("employee")(getClientStorage, { rental_id: mine })).includes("Hidden corner"),
    );
    for (const call of [
      stranger.person.call,
      other.as("client_admin"),
      (await other.customer()).person.call,
    ]) {
      for (const operation of [
        getStorageRental,
        getStorageRentalTimeline,
        getOtepStorage,
        getClientStorage,
      ]) {
        const refusal = await refusalOf(call(operation as typeof getStorageRental, { rental_id: mine }));
        assert.deepEqual([refusal.status, refusal.error_code], [404, "NOT_FOUND"]);
      }
    }
    assert.equal((await service.http("GET", `/api/v1/otep/storage/${mine}`)).status, 401);
    const far = await providerOf(other);
    assert.equal(
      (await far.ingest(event(mine, "checked_out"))).body.results[0].errors[0].code,
      "subject_not_found",
    );
  });

  test("hides its prices where storage prices are hidden", async () => {
    const t = await service.business();
    const renter = await t.customer({ hidden_price_families: ["storage_services"] });
    const rental_id = await rentalOf(t, renter.id);
    const { rental } = await renter.person.call(getStorageRental, { rental_id });
    assert.equal((rental as Record<string, unknown>)["price_hidden"], true);
    for (const member of ["price_minor", "charges", "currency"])
      assert.equal(member in rental, false, member);
  });

  test("has an entity tag and formats like every timeline", async () => {
    const t = await service.business();
    const rental_id = await rentalOf(t);
    const kiosk = await providerOf(t);
    await kiosk.ingest(event(rental_id, "checked_in"));
    const url = `/api/v1/locker-storage/rentals/${rental_id}/timeline`;
    const first = await t.http("employee", "GET", url);
    const tag = String(first.headers["etag"]);
    const second = await t.http("employee", "GET", url, undefined, { "if-none-match": tag });
    assert.equal(second.status, 304);
    const epcis = await t.http("employee", "GET", `${url}?format=epcis`);
    assert.equal(epcis.body.type, "EPCISDocument");
    assert.equal(
      (await t.http("employee", "GET", `${url}?format=morse`)).body.error_code,
      "UNSUPPORTED_FORMAT",
    );
  });
});

describe("one's own shipments", () => {
  test("are told with their timelines, and others' are not there", async () => {
    const t = await service.business();
    const [customer, stranger] = [await t.customer(), await t.customer()];
    const order = await t.order({ customer_id: customer.id });
    const input = { tracking_number: order.tracking_number };
    const shown = await customer.person.call(getClientTracking, input);
    assert.partialDeepStrictEqual(shown, {
      result: true,
      order: { id: order.id },
      timeline: { event_count: 1 },
    });
    const refusal = await refusalOf(stranger.person.call(getClientTracking, input));
    assert.deepEqual([refusal.status, refusal.error_code], [404, "TRACKING_NOT_FOUND"]);
    const contractor = await t.contractor();
    assert.equal((await refusalOf(contractor.person.call(getClientTracking, input))).status, 404);
    const epcis = await t.as("employee")(getClientTracking, { ...input, format: "epcis" });
    assert.partialDeepStrictEqual(epcis.timeline, { type: "EPCISDocument" });
  });
});
