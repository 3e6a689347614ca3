/**
 * Locker compartments rented for some days: rows, their state as derived from events, and their timelines.
 *
 * Nothing here creates a rental: the kiosk and the app do. Source: docs/contract/otep.md, "Storage rentals".
 */

import Type from "typebox";
import { findStatusEvent } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Timeline } from "#otep/timeline.ts";
import { Count, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";

/** The key that the events of a rental are stored under; no tracking number contains a colon. */
export const buildRentalNumber = (rental_id: number | string) => `rental_id:${rental_id}`;

export const RENTAL_STATES = [
  "BOOKED",
  "ACTIVE",
  "OVERDUE",
  "ENDED",
  "CANCELLED",
  "NO_SHOW",
  "REMOVED_BY_STAFF",
] as const;
type RentalState = (typeof RENTAL_STATES)[number];

/** Charges in addition to the price: days overdue, opening by staff. */
const Charge = Type.Object(
  { code: Type.String(), label: Type.String(), amount_minor: Type.Integer(), at: Timestamp },
  { $id: "StorageCharge" },
);

export const Rental = Type.Object(
  {
    id: Id,
    customer_id: Nullable(Id),
    renter: Nullable(Type.String({ description: "Name of the customer account." })),
    device: Type.String({ description: "Code of the locker." }),
    device_name: Type.String(),
    place: Type.Object({}, { additionalProperties: true, description: "Location of the locker." }),
    compartment: Type.String(),
    size: Type.String(),
    booked_from: Timestamp,
    booked_to: Timestamp,
    actual_from: Nullable(Timestamp),
    actual_to: Nullable(Timestamp),
    state: StringEnum(RENTAL_STATES),
    price_minor: Price("storage_services"),
    currency: PriceCurrency("storage_services"),
    charges: PriceDetails("storage_services", Type.Array(Charge)),
    price_hidden: PriceHidden,
    version: Count,
  },
  { $id: "StorageRental", "x-compact": ["rental_id from id", "..."] },
);

export interface RentalRow {
  id: number;
  customer_id: number | null;
  renter: string | null;
  device: string;
  device_name: string;
  place: Record<string, unknown>;
  compartment: string;
  size: string;
  booked_from: string;
  booked_to: string;
  actual_from: string | null;
  actual_to: string | null;
  state: RentalState;
  price_minor: number | null;
  currency: string;
  charges: { code: string; label: string; amount_minor: number; at: string }[];
  version: number;
}

export const RENTAL_COLUMNS = `r.id, r.customer_id, c.name as renter, r.device, r.device_name, r.place, r.compartment, r.size,
  r.booked_from, r.booked_to, r.actual_from, r.actual_to, r.state, r.price_minor, r.currency, r.charges, r.version`;

export const RENTALS =
  "storage_rental r left join customer c on c.id = r.customer_id and c.business_id = r.business_id";

/** A rental that the caller may see: any of the business for its people, their own for customers. */
export async function findRental(
  { db, business_id, actor }: Pick<Context, "db" | "business_id" | "actor">,
  id: number,
): Promise<RentalRow | undefined> {
  return db.row<RentalRow>(
    `select ${RENTAL_COLUMNS} from ${RENTALS}
      where r.business_id = $1 and r.id = $2 and ($3::bigint is null or r.customer_id = $3::bigint)`,
    [business_id, id, actor.role === "customer" ? (actor.customer_id ?? 0) : null],
  );
}

export type LockedRental = Pick<RentalRow, "id" | "state" | "booked_to" | "actual_from" | "actual_to">;

/** Becomes due when the booked time of a rental ends whose compartment is taken. */
export const RENTAL_OVERDUE = "rentals.overdue";

export async function lockRentals(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  ids: readonly number[],
): Promise<LockedRental[]> {
  if (ids.length === 0) return [];
  return db.rows<LockedRental>(
    "select id, state, booked_to, actual_from, actual_to from storage_rental where business_id = $1 and id = any($2::bigint[]) order by id for update",
    [business_id, [...ids]],
  );
}

/** The state of a rental by its timeline, and when the compartment was actually occupied and returned. Pure. */
function deriveRentalState(rental: LockedRental, timeline: Timeline): Omit<LockedRental, "id" | "booked_to"> {
  const moves = timeline.events.filter(
    (event) =>
      event.time_type === "actual" && event.voided_by === undefined && event.after_terminal === undefined,
  );
  const first = (bases: readonly string[]) => moves.find(({ base }) => bases.includes(base))?.occurred_at;
  const current = findStatusEvent(timeline);
  return {
    state:
      (current === undefined ? undefined : mapRentalState(current.status_code, current.base)) ?? rental.state,
    actual_from: first(["received", "stored"]) ?? rental.actual_from,
    actual_to: first(["delivered", "cancelled"]) ?? rental.actual_to,
  };
}

function mapRentalState(code: string, base: string): RentalState | undefined {
  if (code === "otep:storage:disposed") return "REMOVED_BY_STAFF";
  switch (base) {
    case "created":
    case "confirmed":
    case "ready":
      return "BOOKED";
    case "received":
    case "processed":
    case "stored":
      return "ACTIVE";
    case "held":
      return code === "otep:storage:overdue" ? "OVERDUE" : undefined;
    case "departed":
    case "delivered":
    case "returned":
      return "ENDED";
    case "cancelled":
    case "rejected":
      return "CANCELLED";
    default:
      return undefined;
  }
}

/** Set locked rentals to the current state of their timelines. */
export async function applyToRentals(
  { db, business_id, now, emit, due }: Context<never>,
  rentals: readonly LockedRental[],
  changes: readonly { target: { subject: { id: number } }; timeline: Timeline }[],
): Promise<void> {
  const timelines = new Map(changes.map(({ target, timeline }) => [target.subject.id, timeline]));
  const changed = rentals.flatMap((rental) => {
    const timeline = timelines.get(rental.id);
    if (timeline === undefined) return [];
    const after = { id: rental.id, ...deriveRentalState(rental, timeline) };
    return after.state === rental.state &&
      after.actual_from === rental.actual_from &&
      after.actual_to === rental.actual_to
      ? []
      : [{ before: rental, after }];
  });
  if (changed.length === 0) return;
  await db.execute(
    `update storage_rental r set state = c.state, actual_from = c.actual_from, actual_to = c.actual_to, updated_at = $3,
       version = version + 1
      from json_to_recordset($2::json) as c(id bigint, state text, actual_from timestamptz, actual_to timestamptz)
     where r.business_id = $1 and r.id = c.id`,
    [business_id, JSON.stringify(changed.map(({ after }) => after)), now],
  );
  for (const { before, after } of changed) {
    // Opened once more after its end, it is overdue again from that moment on.
    const ends_at = Math.max(Date.parse(before.booked_to), now.getTime());
    if (after.state === "ACTIVE") due.set(RENTAL_OVERDUE, after.id, new Date(ends_at));
    else due.clear(RENTAL_OVERDUE, after.id);
    emit({
      subject: { type: "storage_rental", id: after.id },
      kind: "storage_rental.changed",
      payload: { state_before: before.state, state: after.state },
      before: { state: before.state, actual_from: before.actual_from, actual_to: before.actual_to },
      after: { state: after.state, actual_from: after.actual_from, actual_to: after.actual_to },
    });
  }
}
