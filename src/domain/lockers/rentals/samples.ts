import { storeTrackingEvents } from "#domain/tracking/tracking/public.ts";
import { storedStatusEvent } from "#otep/compose.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";

/** With its first event, as the kiosk creates it. */
async function createRental(fixture: Fixture, price_minor: number, charge_minor: number): Promise<number> {
  const { service, business, unique_word: mark } = fixture;
  const charges = [
    { code: "over", label: "Over", amount_minor: charge_minor, at: "2026-11-20T10:00:00.000Z" },
  ];
  const row = await service.system.row<{ id: number }>(
    `insert into storage_rental (business_id, customer_id, device, device_name, compartment, size, booked_from, booked_to,
       price_minor, charges, currency, created_at, updated_at)
     values ($1, $2, $3, $3, 'A7', 'M', now(), now() + interval '1 day', $4, $5, 'BRL', now(), now())
     returning id`,
    [business.id, await fixture.id("customer"), mark, price_minor, JSON.stringify(charges)],
  );
  const id = row?.id ?? 0;
  const now = service.now().getTime();
  const event = storedStatusEvent(
    {
      code: "otep:storage:checked_in",
      subject: { id: String(id), scheme: "rental_id" },
      occurred_at: now,
      source: { type: "storage", provider: mark.toLowerCase(), raw_text: mark },
    },
    { now },
  );
  await storeTrackingEvents({ db: service.system, business_id: business.id, enqueue: () => {} }, [
    { number: `rental_id:${id}`, event },
  ]);
  return id;
}

/** `tests/surface/races.test.ts` calls all writes of one record at once, whatever its status. */
const AT_LOCKER = "it needs what a device reported before, for each call anew";

export const samples = defineSamples({
  own_texts: [
    "collect_code",
    "compartment",
    "deposit_code",
    "device",
    "device_name",
    "kept_at",
    "renter",
    "size",
    "target",
  ],
  no_price: {
    "otepClientLockerStorage/timeline": "documents of a public protocol, which has no member for money",
    otepStorage: "documents of a public protocol, which has no member for money",
    lockerStorageRentalTimeline: "documents of a public protocol, which has no member for money",
    "otepClientLockerStorage/rental/place": "the location of a locker",
    "lockerStorageRental/rental/place": "the location of a locker",
    "lockerStorageRentals/rentals/place": "the location of a locker",
  },
  records: { rental: (fixture) => createRental(fixture, 777_123, 777_123) },
  priced: {
    storage_services: async (fixture, { total_minor, base_minor }) => ({
      rental: await createRental(fixture, total_minor, base_minor),
    }),
  },
  operations: {
    lockerRentalSettle: { not_concurrent: AT_LOCKER },
    lockerRentalRemove: { not_concurrent: AT_LOCKER },
    lockerRentalCodeIssue: { not_concurrent: AT_LOCKER },
    lockerStorageRentals: {
      grow: ({ service, business }) =>
        service.system.execute(
          `insert into storage_rental (business_id, device, compartment, size, booked_from, booked_to, currency, created_at, updated_at)
           values ($1, 'D', '1', 'S', now(), now() + interval '1 day', 'BRL', now(), now())`,
          [business.id],
        ),
    },
  },
});
