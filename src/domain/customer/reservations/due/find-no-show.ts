/** A guest who is not checked in by now did not come. */
import { defineDue } from "#operation/define/due.ts";
import { markNoShow } from "../booking.ts";
import { NO_SHOW } from "../change.ts";
import { ReservationRecord } from "../records/reservation.ts";
import { SlotRecord } from "../records/slot.ts";

export const findNoShow = defineDue({
  kind: NO_SHOW,

  async run(context, { subject }) {
    const row = await ReservationRecord.lock(context, Number(subject));
    if (row?.status !== "CONFIRMED") return;
    const slot = await SlotRecord.get(context, row.slot_id);
    if (Date.parse(slot.starts_at) <= context.now.getTime()) await markNoShow(context, row);
  },
});
