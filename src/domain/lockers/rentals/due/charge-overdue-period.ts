/** Charge the period after the booked time of a rental that has begun. */
import { defineDue } from "#operation/define/due.ts";
import { chargeOverdue } from "../charges.ts";
import { RENTAL_OVERDUE_CHARGE, RentalRecord } from "../records/storage-rental.ts";

export const chargeOverduePeriod = defineDue({
  kind: RENTAL_OVERDUE_CHARGE,

  async run(context, { subject }) {
    const rental = await RentalRecord.lock(context, Number(subject));
    if (rental !== undefined) await chargeOverdue(context, rental);
  },
});
