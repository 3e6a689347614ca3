/** Reservations: a compartment that is granted to one use. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { CompartmentStatus, PURPOSES, ReservationStatus, Size } from "../rules.ts";

export interface ReservationRow extends Row<"locker_reservation"> {
  status: ReservationStatus;
  purpose: (typeof PURPOSES)[number];
}

/** With what is shown of its compartment. */
export interface ReservationView extends ReservationRow {
  compartment_code: string;
  size: Size;
  compartment_status: CompartmentStatus;
  locker_name: string;
}

export const ReservationRecord = defineRecord<"locker_reservation", ReservationRow>("locker_reservation");
export const RefusedReservationRecord = defineRecord("locker_refused_reservation");

/** `r` is the reservation. */
export const RESERVATIONS = `select r.*, c.code as compartment_code, c.size, c.status as compartment_status, d.name as locker_name
  from locker_reservation r
  join locker_compartment c on c.business_id = r.business_id and c.id = r.compartment_id
  join locker_device d on d.business_id = r.business_id and d.id = r.device_id`;

type Reader = Pick<Context, "db" | "business_id">;

/** Those that are held or in use, by the id of their compartment. */
export async function findOpenReservations(
  { db, business_id }: Reader,
  compartment_ids: readonly number[],
): Promise<Map<number, ReservationRow>> {
  const rows = await db.rows<ReservationRow>(
    `select * from locker_reservation
      where business_id = $1 and compartment_id = any($2::bigint[]) and status in ('HELD', 'IN_USE')`,
    [business_id, [...compartment_ids]],
  );
  return new Map(rows.map((row) => [row.compartment_id, row]));
}

/**
 * What the caller may see: customers what is theirs, drivers and contractors what they reserved themselves, the business
 * everything. Null for everything.
 */
export function getReservationOwner({ actor }: Pick<Context, "actor">): {
  customer_id: number | null;
  account_id: number | null;
} {
  if (actor.role === "customer") return { customer_id: actor.customer_id ?? 0, account_id: null };
  if (actor.role === "driver" || actor.role === "broker_employee")
    return { customer_id: null, account_id: actor.account_id ?? 0 };
  return { customer_id: null, account_id: null };
}

/** Whether a reservation is one that the caller may see. */
export function isVisible(context: Pick<Context, "actor">, reservation: ReservationRow): boolean {
  const { customer_id, account_id } = getReservationOwner(context);
  return (
    (customer_id === null || reservation.customer_id === customer_id) &&
    (account_id === null || reservation.account_id === account_id)
  );
}

type Refuser = Pick<Context<never>, "db" | "business_id" | "actor" | "refuse">;

export async function getVisibleReservation(context: Refuser, id: number): Promise<ReservationView> {
  const { db, business_id } = context;
  const view = await db.row<ReservationView>(`${RESERVATIONS} where r.business_id = $1 and r.id = $2`, [
    business_id,
    id,
  ]);
  if (view === undefined || !isVisible(context, view))
    throw context.refuse("not_found", { message: messages.no_reservation });
  return view;
}
