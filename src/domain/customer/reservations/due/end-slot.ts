/** The slot is over: who was not marked as not come has been served. */
import { defineDue } from "#operation/define/due.ts";
import { changeReservation, SLOT_END } from "../change.ts";
import { ReservationRecord } from "../records/reservation.ts";
import { SlotRecord } from "../records/slot.ts";

export const endSlot = defineDue({
  kind: SLOT_END,

  async run(context, { subject }) {
    const row = await ReservationRecord.lock(context, Number(subject));
    if (row?.status !== "CONFIRMED" && row?.status !== "CHECKED_IN") return;
    const slot = await SlotRecord.get(context, row.slot_id);
    if (Date.parse(slot.ends_at) <= context.now.getTime())
      await changeReservation(context, row, slot, { status: "COMPLETED" }, "reservation.completed");
  },
});
