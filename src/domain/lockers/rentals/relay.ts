/** The bags of a rental are with staff, between two lockers: the rental goes on, and is not overdue meanwhile. */
import { findReservationTarget, tryToOpen } from "#domain/lockers/lockers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { chargeOverdue } from "./charges.ts";
import { messages } from "./messages.ts";
import { recordRentalEvent } from "./record-event.ts";
import { RentalRecord, type StorageRentalRow } from "./records/storage-rental.ts";

/** Refuses a rental of which nothing is in a locker. Locks the locker. */
export async function requireStoredBags(
  context: Context<"nothing_stored">,
  rental_id: number,
): Promise<{
  rental: StorageRentalRow;
  target: NonNullable<Awaited<ReturnType<typeof findReservationTarget>>>;
}> {
  const { reservation_id } = await RentalRecord.get(context, rental_id);
  const target = reservation_id === null ? undefined : await findReservationTarget(context, reservation_id);
  const rental = await RentalRecord.get(context, rental_id);
  if (target?.reservation.status !== "IN_USE" || rental.is_relayed)
    throw context.refuse("nothing_stored", { message: messages.nothing_stored });
  return { rental, target };
}

/** Staff take the bags: what is overdue until now is charged, and the door is opened where the locker is connected. */
export async function takeBags(
  context: Context<"nothing_stored">,
  rental_id: number,
  reason: string,
): Promise<number | null> {
  const { target } = await requireStoredBags(context, rental_id);
  const charged = await chargeOverdue(context, await RentalRecord.getLocked(context, rental_id));
  await RentalRecord.change(context, charged, { is_relayed: true });
  const command = await tryToOpen(context, target, "operator", reason);
  return typeof command === "string" ? null : command.id;
}

/** They are in a locker again. */
export async function storeBags(
  context: Context<never>,
  rental_id: number,
  at: Date,
  place_name: string,
): Promise<void> {
  const rental = await RentalRecord.getLocked(context, rental_id);
  await recordRentalEvent(context, rental, { code: "otep:storage:put_away", at, place_name });
}

/** The renter has them. */
export async function endRelay(
  context: Context<never>,
  rental_id: number,
  at: Date,
  place_name: string,
): Promise<void> {
  const rental = await RentalRecord.getLocked(context, rental_id);
  await recordRentalEvent(context, rental, { code: "otep:storage:checked_out", at, place_name });
}
