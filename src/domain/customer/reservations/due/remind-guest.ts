/** Reminds a guest before the slot. */
import { defineDue } from "#operation/define/due.ts";
import { REMINDER } from "../change.ts";
import { tellGuest } from "../notify.ts";
import { BookableRecord } from "../records/bookable.ts";
import { ReservationRecord } from "../records/reservation.ts";
import { SlotRecord } from "../records/slot.ts";

export const remindGuest = defineDue({
  kind: REMINDER,

  async run(context, { subject }) {
    const row = await ReservationRecord.lock(context, Number(subject));
    if (row?.status !== "CONFIRMED") return;
    const slot = await SlotRecord.get(context, row.slot_id);
    if (Date.parse(slot.starts_at) <= context.now.getTime()) return;
    const bookable = await BookableRecord.get(context, row.bookable_id);
    await tellGuest(context, bookable, slot, row, "reminder");
  },
});
