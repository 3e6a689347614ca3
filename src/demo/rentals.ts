/** Two locker storage rentals of the demo, one active and one ended, created through tracking events. */
import {
  insertTrackingNumbers,
  newTrackingNumber,
  storeTrackingEvents,
} from "#domain/tracking/tracking/public.ts";
import { type StatusFields, storedStatusEvent } from "#otep/compose.ts";
import type { StoredEvent } from "#otep/event.ts";
import type { Db } from "#platform/db/db.ts";
import type { DemoBusiness } from "./accounts.ts";

const HOUR_MS = 3_600_000;
const PLACE = {
  line1: "Rodoviária do Plano Piloto",
  city: "Brasília",
  region: "DF",
  country: "BR",
  lat: -15.7939,
  lng: -47.8828,
};

interface PastEvent {
  code: StatusFields["code"];
  /** Hours before the demo was created. */
  hours: number;
}

const RENTALS: {
  compartment: string;
  size: string;
  state: string;
  from_h: number;
  to_h: number;
  past_events: PastEvent[];
}[] = [
  {
    compartment: "B12",
    size: "M",
    state: "ACTIVE",
    from_h: 3,
    to_h: -21,
    past_events: [
      { code: "otep:storage:booked", hours: 4 },
      { code: "otep:storage:checked_in", hours: 3 },
      { code: "otep:storage:accessed", hours: 1 },
    ],
  },
  {
    compartment: "A03",
    size: "L",
    state: "ENDED",
    from_h: 50,
    to_h: 26,
    past_events: [
      { code: "otep:storage:booked", hours: 52 },
      { code: "otep:storage:checked_in", hours: 50 },
      { code: "otep:storage:overdue", hours: 26 },
      { code: "otep:storage:checked_out", hours: 24 },
    ],
  },
];

/** Creates rentals of the customer whose account the demo prints. */
export async function createRentals(db: Db, { id }: DemoBusiness, now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  for (const { compartment, size, state, from_h, to_h, past_events } of RENTALS) {
    const getHours = (code: string) => past_events.find((one) => one.code === `otep:storage:${code}`)?.hours;
    const [taken_hours, given_back] = [getHours("checked_in"), getHours("checked_out")];
    const row = await db.row<{ id: number }>(
      `insert into storage_rental (business_id, customer_id, device, device_name, place, compartment, size, booked_from, booked_to,
         actual_from, actual_to, state, price_minor, charges, currency, created_at, updated_at)
       values ($1, (select id from customer where business_id = $1 and code = 'CAFE'), 'RODO-1', 'Rodoviária, ala norte', $2, $3, $4,
         $5, $6, $7, $8, $9, 3900, $10, 'BRL', $11, $11) returning id`,
      [
        id,
        JSON.stringify(PLACE),
        compartment,
        size,
        ago(from_h),
        ago(to_h),
        taken_hours === undefined ? null : ago(taken_hours),
        given_back === undefined ? null : ago(given_back),
        state,
        JSON.stringify(
          given_back === undefined
            ? []
            : [{ code: "overstay", label: "Hours over", amount_minor: 800, at: ago(given_back) }],
        ),
        now,
      ],
    );
    const rental_id = row?.id ?? 0;
    const events = past_events.map(
      ({ code, hours }): StoredEvent =>
        storedStatusEvent(
          {
            code,
            subject: { id: String(rental_id), scheme: "rental_id" },
            occurred_at: ago(hours),
            location: {
              kind: "locker",
              name: "Rodoviária, ala norte",
              address: { city: "Brasília", region: "DF", country: "BR" },
              geo: { lat: PLACE.lat, lon: PLACE.lng },
            },
            source: { type: "storage", provider: "kiosk" },
          },
          { now: now.getTime() },
        ),
    );
    await insertTrackingNumbers({ db, business_id: id, now }, [
      { number: newTrackingNumber(), type: "rental", id: rental_id },
    ]);
    await storeTrackingEvents(
      // Nobody watches what is just created.
      { db, business_id: id, enqueue: () => {} },
      events.map((event) => ({ number: `rental_id:${rental_id}`, event })),
    );
  }
}
