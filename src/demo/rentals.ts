/** Locker storage rentals of the demo, created through tracking events: in use, overdue, ended, and two whose bags are on their way. */
import {
  insertTrackingNumbers,
  newTrackingNumber,
  storeTrackingEvents,
} from "#domain/tracking/tracking/public.ts";
import type { StatusCode } from "#otep/codes.gen.ts";
import { storedStatusEvent } from "#otep/compose.ts";
import type { StoredEvent } from "#otep/event.ts";
import { insertRows } from "./insert-rows.ts";
import { type LockerDemo, setDues } from "./locker-demo.ts";

const PERIOD_H = 24;

interface PastEvent {
  code: StatusCode;
  /** Hours before the demo was created. */
  hours: number;
}

const RENTALS: {
  /** Of its use. */
  key: string;
  state: "ACTIVE" | "OVERDUE" | "ENDED";
  /** Of who has no account. */
  contact?: { name: string; phone: string };
  to_h: number;
  price_minor: number;
  overdue_minor?: number;
  is_relayed?: true;
  past_events: PastEvent[];
}[] = [
  {
    key: "rental-active",
    state: "ACTIVE",
    to_h: -21,
    price_minor: 1900,
    past_events: [{ code: "otep:storage:accessed", hours: 1 }],
  },
  {
    key: "rental-ended",
    state: "ENDED",
    to_h: 26,
    price_minor: 2600,
    overdue_minor: 2600,
    past_events: [
      { code: "otep:storage:overdue", hours: 26 },
      { code: "otep:storage:checked_out", hours: 24 },
    ],
  },
  {
    key: "rental-overdue",
    state: "OVERDUE",
    contact: { name: "Renata Queiroz", phone: "+5561981404117" },
    to_h: 6,
    price_minor: 1900,
    overdue_minor: 1900,
    past_events: [{ code: "otep:storage:overdue", hours: 6 }],
  },
  {
    key: "rental-out",
    state: "ACTIVE",
    to_h: -28,
    price_minor: 5200,
    is_relayed: true,
    past_events: [{ code: "otep:storage:retrieved", hours: 5 }],
  },
  {
    key: "rental-hub",
    state: "ACTIVE",
    contact: { name: "Jonas Hipólito", phone: "+5561984412075" },
    to_h: -32,
    price_minor: 5200,
    is_relayed: true,
    past_events: [{ code: "otep:storage:retrieved", hours: 6 }],
  },
];

const addHours = (time: string, hours: number) =>
  new Date(Date.parse(time) + hours * 3_600_000).toISOString();

export async function createRentals(demo: LockerDemo) {
  const { db, business_id, now, ago, customers } = demo;
  const rentals = RENTALS.map((rental) => ({ ...rental, use: demo.use(rental.key) }));
  const ids = await insertRows(
    db,
    "storage_rental",
    rentals.map(({ use, state, contact = {}, to_h, price_minor, overdue_minor = 0, is_relayed = false }) => {
      const booked_to = ago(to_h);
      const has_ended = state === "ENDED";
      const paid_minor = price_minor + (has_ended ? overdue_minor : 0);
      return {
        business_id,
        customer_id: use.customer === undefined ? null : customers[use.customer],
        contact,
        device: use.serial,
        device_name: use.device_name,
        device_id: use.device_id,
        place: use.place,
        compartment: use.code,
        compartment_id: use.compartment_id,
        reservation_id: use.reservation_id,
        size: use.size,
        booked_from: ago(use.reserved_h),
        booked_to,
        actual_from: ago(use.deposited_h ?? 0),
        actual_to: has_ended ? ago(use.ended_h ?? 0) : null,
        state,
        price_minor,
        charges:
          overdue_minor === 0
            ? []
            : [
                {
                  code: "overdue",
                  label: "Time after the booked time",
                  amount_minor: overdue_minor,
                  at: addHours(booked_to, 0.25),
                  from: booked_to,
                  to: addHours(booked_to, PERIOD_H),
                },
              ],
        surcharges: [],
        currency: "BRL",
        period_h: PERIOD_H,
        booked_periods: Math.ceil((use.reserved_h - to_h) / PERIOD_H),
        overdue_periods: 0,
        paid_minor,
        payments: [
          {
            amount_minor: paid_minor,
            reference: `KIOSK-${use.code}`,
            at: ago(has_ended ? 24 : use.reserved_h),
          },
        ],
        is_relayed,
        version: 1,
        created_at: ago(use.reserved_h),
        updated_at: now,
      };
    }),
  );
  await setDues(
    db,
    business_id,
    ago,
    rentals.flatMap(({ state, to_h, is_relayed = false }, index) => {
      const subject = ids[index] ?? 0;
      if (state === "ACTIVE" && !is_relayed) return [{ kind: "rentals.overdue", subject, hours: to_h }];
      return state === "OVERDUE" ? [{ kind: "rentals.overdue_charge", subject, hours: to_h - PERIOD_H }] : [];
    }),
  );
  const numbers = ids.map((id) => `rental_id:${id}`);
  await insertTrackingNumbers(
    { db, business_id, now },
    ids.map((id) => ({ number: newTrackingNumber(), type: "rental", id })),
  );
  const events = rentals.flatMap(({ use, past_events }, index) =>
    [
      { code: "otep:storage:booked" as const, hours: use.reserved_h },
      { code: "otep:storage:checked_in" as const, hours: use.deposited_h ?? 0 },
      ...past_events,
    ].map(({ code, hours }): { number: string; event: StoredEvent } => ({
      number: numbers[index] ?? "",
      event: storedStatusEvent(
        {
          code,
          subject: { id: String(ids[index]), scheme: "rental_id" },
          occurred_at: ago(hours),
          location: {
            kind: "locker",
            name: use.device_name,
            address: { city: "Brasília", region: "DF", country: "BR" },
            geo: { lat: Number(use.place["lat"]), lon: Number(use.place["lng"]) },
          },
          source: { type: "storage", provider: "kiosk" },
        },
        { now: Date.parse(ago(hours)) },
      ),
    })),
  );
  // Nobody watches what is just created.
  await storeTrackingEvents({ db, business_id, enqueue: () => {} }, events);
  return rentals.map(({ key }, index) => ({ key, type: "storage_rental", id: ids[index] ?? 0 }));
}
