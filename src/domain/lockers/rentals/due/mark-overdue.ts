/** Record that the booked time of a rental is over while its compartment is still taken. */
import { defineDue } from "#operation/define/due.ts";
import { notices } from "../notices.ts";
import { tellRenter } from "../notify.ts";
import { recordRentalEvent } from "../record-event.ts";
import { RENTAL_OVERDUE, RentalRecord } from "../records/storage-rental.ts";

export const markOverdue = defineDue({
  kind: RENTAL_OVERDUE,

  async run(context, { subject, due_at }) {
    const rental = await RentalRecord.lock(context, Number(subject));
    // Another term may have been booked since.
    if (rental?.state !== "ACTIVE" || rental.is_relayed) return;
    if (Date.parse(rental.booked_to) > context.now.getTime()) return;
    await recordRentalEvent(context, rental, { code: "otep:storage:overdue", at: due_at });
    const { device_name: locker, compartment } = rental;
    await tellRenter(context, rental, {
      kind: "rental_overdue",
      occurrence: due_at.toISOString(),
      write: () => notices.overdue.with({ locker, compartment }),
    });
  },
});
