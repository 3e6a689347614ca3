/**
 * Locker compartments rented for some hours or days: what one is, how it is found, and what its timeline makes of it.
 *
 * Source: docs/contract/otep.md, "Storage rentals".
 */
import type { SurchargeRow } from "#domain/money/surcharges/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Timeline } from "#otep/timeline.ts";
import { messages } from "../messages.ts";
import { type Charge, deriveRentalState, type RentalState } from "../rules.ts";

/** Whom to tell, beside or instead of a customer account. */
export interface Contact {
  name?: string;
  /** E.164. */
  phone?: string;
  email?: string;
  language?: string;
}

/** Negative where it was returned. */
export interface Payment {
  amount_minor: number;
  /** Of the terminal or the receipt. */
  reference: string;
}

export interface StorageRentalRow extends Row<"storage_rental"> {
  place: Record<string, unknown>;
  state: RentalState;
  charges: Charge[];
  contact: Contact;
  surcharges: SurchargeRow[];
  payments: (Payment & { at: string })[];
  removal: { reason: string; kept_at: string; account_id: number | null; at: string } | null;
}

export const RentalRecord = defineRecord<"storage_rental", StorageRentalRow>(
  "storage_rental",
  messages.no_rental,
);

/** A rental with the name of its customer. */
export interface RentalRow extends StorageRentalRow {
  renter: string | null;
}

export type LockedRental = Pick<StorageRentalRow, "id" | "state" | "booked_to" | "actual_from" | "actual_to">;

/** A compartment is held for a rental beyond the booked time, for a deposit that its locker has not told yet. */
export const HOLD_AFTER_MS = 24 * 3_600_000;

/** The key that the events of a rental are stored under; no tracking number contains a colon. */
export const buildRentalNumber = (rental_id: number | string) => `rental_id:${rental_id}`;

/** `r` is the rental. */
export const RENTALS = `select r.*, c.name as renter from storage_rental r
  left join customer c on c.id = r.customer_id and c.business_id = r.business_id`;

/** A rental that the caller may see: any of the business for its people, their own for customers. */
async function findRental(
  { db, business_id, actor }: Pick<Context, "db" | "business_id" | "actor">,
  id: number,
): Promise<RentalRow | undefined> {
  return db.row<RentalRow>(
    `${RENTALS}
      where r.business_id = $1 and r.id = $2 and ($3::bigint is null or r.customer_id = $3::bigint)`,
    [business_id, id, actor.role === "customer" ? (actor.customer_id ?? 0) : null],
  );
}

export const getRental = defineGet(findRental, messages.no_rental);

/** The booked time of a rental ends soon. */
export const RENTAL_ENDING = "rentals.ending";
/** Becomes due when the booked time of a rental ends whose compartment is taken. */
export const RENTAL_OVERDUE = "rentals.overdue";
/** The same for one into which nothing was put. */
export const RENTAL_NO_SHOW = "rentals.no_show";
/** Another period after the booked time begins. */
export const RENTAL_OVERDUE_CHARGE = "rentals.overdue_charge";

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
