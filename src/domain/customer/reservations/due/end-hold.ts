/** A hold was not confirmed in time: its places are free again. */
import { defineDue } from "#operation/define/due.ts";
import { endReservation } from "../booking.ts";
import { HOLD_END } from "../change.ts";
import { ReservationRecord } from "../records/reservation.ts";
import { isOpenHold } from "../rules.ts";

export const endHold = defineDue({
  kind: HOLD_END,

  async run(context, { subject }) {
    const row = await ReservationRecord.lock(context, Number(subject));
    if (row?.status === "REQUESTED" && !isOpenHold(row, context.now))
      await endReservation(context, row, "hold_expired");
  },
});
