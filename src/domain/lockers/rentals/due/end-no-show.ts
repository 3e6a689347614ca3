/** End a rental into which nothing was put by the end of its booked time; while its locker is not heard, nobody knows. */
import { findReservationTarget, releaseReservation } from "#domain/lockers/lockers/public.ts";
import { defineDue } from "#operation/define/due.ts";
import { RENTAL_NO_SHOW, RentalRecord } from "../records/storage-rental.ts";

const RETRY_MS = 15 * 60_000;

export const endNoShow = defineDue({
  kind: RENTAL_NO_SHOW,

  async run(context, { subject }) {
    const id = Number(subject);
    const rental = await RentalRecord.find(context, id);
    if (rental?.state !== "BOOKED" || rental.reservation_id === null) return;
    if (Date.parse(rental.booked_to) > context.now.getTime()) return;
    const target = await findReservationTarget(context, rental.reservation_id);
    if (target === undefined || target.reservation.status !== "HELD") return;
    // Something may be in it that the locker has not told yet, or is being put in.
    if (target.device.status === "OFFLINE" || target.compartment.status !== "RESERVED")
      context.due.set(RENTAL_NO_SHOW, id, new Date(context.now.getTime() + RETRY_MS));
    else await releaseReservation(context as Parameters<typeof releaseReservation>[0], target);
  },
});
