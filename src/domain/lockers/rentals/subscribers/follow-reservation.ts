/** What happens to the compartment of a rental, at the time at which it happened. */
import { cleanValue } from "#domain/execution/notifications/public.ts";
import { reservationChanged } from "#domain/lockers/lockers/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { chargeOverdue, returnEverything } from "../charges.ts";
import { notices } from "../notices.ts";
import { tellRenter } from "../notify.ts";
import { recordRentalEvent } from "../record-event.ts";
import { RENTAL_NO_SHOW, RentalRecord, type StorageRentalRow } from "../records/storage-rental.ts";
import { readReservationChange } from "../rules.ts";
import { rentalEmptied } from "../topics.ts";

export const followReservation = subscribe(reservationChanged, async (context, change) => {
  const { reservation, reservation_before, compartment, status_before, by } = change;
  if (reservation.subject_type !== "storage_rental") return;
  const rental = await RentalRecord.lock(context, reservation.subject_id);
  if (rental === undefined) return;
  // The clock of a locker may be behind: nothing happened before the rental began.
  const at = new Date(Math.max(change.at.getTime(), Date.parse(rental.booked_from)));
  const was_taken_out = status_before === "UNLOADING";
  const fact = readReservationChange(
    { ...rental, has_removal: rental.removal !== null },
    {
      before: reservation_before,
      after: reservation.status,
      was_looked_into: was_taken_out && compartment.status === "OCCUPIED",
      by_operator: was_taken_out && by === "operator",
      at,
    },
  );
  if (fact === null) return;
  const { code, incident_reason } = fact;
  // Staff who looked into it and left the bag have not removed it.
  const row =
    code === "otep:storage:accessed" && rental.removal !== null
      ? await RentalRecord.change(context, rental, { removal: null })
      : rental;
  const place_name = code === "otep:storage:disposed" ? (row.removal?.kept_at ?? "") : row.device_name;
  await recordRentalEvent(context, row, {
    code,
    at,
    place_name,
    ...(incident_reason === undefined ? {} : { incident_reason }),
  });
  const after = await RentalRecord.lock(context, rental.id);
  if (after === undefined) return;
  await followState(context, after);
  if (reservation.status === "ENDED") await context.publish(rentalEmptied, { rental: after, at });
});

async function followState(
  context: Parameters<typeof chargeOverdue>[0],
  rental: StorageRentalRow,
): Promise<void> {
  const { id, state, device_name: locker, compartment } = rental;
  if (state !== "BOOKED") context.due.clear(RENTAL_NO_SHOW, id);
  if (state === "CANCELLED") await returnEverything(context, rental);
  await chargeOverdue(context, rental);
  if (state === "REMOVED_BY_STAFF") {
    const kept_at = cleanValue(rental.removal?.kept_at ?? context.business.name);
    await tellRenter(context, rental, {
      kind: "rental_removed",
      write: () => notices.removed.with({ locker, compartment, kept_at }),
    });
  }
}
