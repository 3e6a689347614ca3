import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { createBookable } from "./operations/create-bookable.ts";
import { createReservation } from "./operations/create-reservation.ts";

const HOURS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "24:00" }));
const HOUR_MS = 3_600_000;

/** The start of a slot so many hours after the full hour. */
const findStart = ({ service }: Fixture, hours: number): string =>
  new Date((Math.floor(service.now().getTime() / HOUR_MS) + hours) * HOUR_MS).toISOString();

async function addEntry(fixture: Fixture): Promise<number> {
  const { service, business, unique_word } = fixture;
  const row = await service.system.row<{ id: number }>(
    `insert into waitlist_entry (business_id, bookable_id, places, windows, windows_end_at, source, guest_name, guest_email, guest_note,
       guest_language, form, status_since, created_at, updated_at)
     values ($1, $2, 1, jsonb_build_array(jsonb_build_object('from', $4::text, 'to', $5::text)), $5::timestamptz, 'public', $3, $6, $3,
       'en', '{}', now(), now(), now()) returning id`,
    [
      business.id,
      await fixture.id("bookable"),
      unique_word,
      findStart(fixture, 40),
      findStart(fixture, 41),
      fixture.place.email,
    ],
  );
  return row?.id ?? 0;
}

async function addOffer(fixture: Fixture): Promise<number> {
  const row = await fixture.service.system.row<{ id: number }>(
    `with slot as (
       insert into bookable_slot (business_id, bookable_id, starts_at, ends_at, taken)
       select business_id, id, $2, $2::timestamptz + interval '1 hour', 1 from bookable where id = $1
       on conflict (business_id, bookable_id, starts_at) do update set taken = bookable_slot.taken + 1
       returning business_id, id),
     entry as (update waitlist_entry set status = 'OFFERED' where id = $3 returning id)
     insert into waitlist_offer (business_id, entry_id, slot_id, places, is_exclusive, expires_at, status_since, created_at, updated_at)
     select slot.business_id, entry.id, slot.id, 1, true, now() + interval '1 hour', now(), now(), now() from slot, entry returning id`,
    [await fixture.id("bookable"), findStart(fixture, 40), await addEntry(fixture)],
  );
  return row?.id ?? 0;
}

const reserve = async (fixture: Fixture, hours = 30) =>
  (
    await fixture.people.client_admin.call(createReservation, {
      bookable_id: await fixture.id("bookable"),
      starts_at: findStart(fixture, hours),
      guest_name: fixture.unique_word,
      guest_email: fixture.place.email,
      guest_note: fixture.unique_word,
      form: { plate: fixture.unique_word },
    })
  ).reservation_id;

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Its slot is under way. */
    reservation_begun: number;
    /** Its deposit was kept. */
    reservation_with_deposit: number;
  }
}

/** A slot of tomorrow. */
const findTomorrow = (): string => new Date((Math.floor(Date.now() / HOUR_MS) + 24) * HOUR_MS).toISOString();

export const samples = defineSamples({
  own_texts: [
    "street_address",
    "bookable_code",
    "bookable_name",
    "business_name",
    "checkout_url",
    "confirmation_note",
    "entry_token",
    "entry_url",
    "feed_url",
    "manage_token",
    "manage_url",
    "page_url",
    "payment_failure",
  ],
  records: {
    bookable: async (fixture) =>
      (
        await fixture.people.client_admin.call(createBookable, {
          code: `b-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`,
          name: "Dock",
          kind: "dock",
          calendar: { weekly: HOURS, exceptions: [] },
          slot_minutes: 60,
          capacity: 1000,
          lead_minutes: 0,
          form_fields: { type: "object", properties: { plate: { type: "string", title: "Plate" } } },
        })
      ).bookable_id,
    reservation: (fixture) => reserve(fixture),
    reservation_begun: (fixture) => reserve(fixture, 0),
    reservation_with_deposit: async (fixture) => {
      const id = await reserve(fixture);
      await fixture.service.system.execute(
        "update reservation set payment_status = 'KEPT', deposit_minor = 2500, paid_minor = 2500 where id = $1",
        [id],
      );
      return id;
    },
    waitlist_entry: addEntry,
  },
  link_subjects: {
    bookable: (fixture) => fixture.id("bookable"),
    reservation: (fixture) => fixture.id("reservation"),
    waitlist_entry: (fixture) => fixture.id("waitlist_entry"),
    waitlist_offer: addOffer,
  },
  operations: {
    reservationCreate: { inputs: [() => ({ guest_name: "Guest", starts_at: findTomorrow() })] },
    reservationWalkIn: { inputs: [() => ({ guest_name: "Guest" })] },
    reservationNoShow: { member_kinds: { reservation_id: "reservation_begun" } },
    reservationDepositRefund: { member_kinds: { reservation_id: "reservation_with_deposit" } },
    waitlistEntryConvert: { inputs: [() => ({ starts_at: findTomorrow() })] },
  },
});
