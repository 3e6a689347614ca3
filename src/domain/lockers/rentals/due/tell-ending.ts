/** Remind the renter of the end of the booked time while something is in the compartment. */
import { formatMoment } from "#domain/execution/notifications/public.ts";
import { defineDue } from "#operation/define/due.ts";
import { notices } from "../notices.ts";
import { tellRenter } from "../notify.ts";
import { RENTAL_ENDING, RentalRecord } from "../records/storage-rental.ts";

export const tellEnding = defineDue({
  kind: RENTAL_ENDING,

  async run(context, { subject }) {
    const rental = await RentalRecord.lock(context, Number(subject));
    if (rental?.state !== "ACTIVE" || rental.is_relayed) return;
    const { device_name: locker, compartment, booked_to } = rental;
    if (Date.parse(booked_to) <= context.now.getTime()) return;
    await tellRenter(context, rental, {
      kind: "rental_ending",
      occurrence: booked_to,
      expires_at: new Date(booked_to),
      write: (reader) => notices.ending.with({ locker, compartment, until: formatMoment(booked_to, reader) }),
    });
  },
});
