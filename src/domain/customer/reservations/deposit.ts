/** What becomes of the deposit of a reservation that has ended. */
import type { Context } from "#operation/define/context.ts";
import { changeReservation } from "./change.ts";
import { tellGuest } from "./notify.ts";
import type { BookableRow } from "./records/bookable.ts";
import type { ReservationRow } from "./records/reservation.ts";
import type { SlotRow } from "./records/slot.ts";
import { type EndCause, isRefunded } from "./rules.ts";

/** Refunds a deposit, once for each reservation. */
export const REFUND_JOB = "refund-reservation-deposit";

/** It goes back, or is kept: by the cause and the cut-off. One that arrives after the end goes back in any case. */
export async function settleDeposit(
  context: Context<never>,
  bookable: BookableRow,
  slot: SlotRow,
  row: ReservationRow,
  cause: EndCause,
): Promise<ReservationRow> {
  if (row.payment_status !== "PAID") return row;
  return isRefunded(bookable, slot, cause, context.now)
    ? requestRefund(context, bookable, slot, row)
    : changeReservation(context, row, slot, { payment_status: "KEPT" }, "reservation.changed");
}

export async function requestRefund(
  context: Context<never>,
  bookable: BookableRow,
  slot: SlotRow,
  row: ReservationRow,
): Promise<ReservationRow> {
  const { business_id, enqueue } = context;
  const after = await changeReservation(
    context,
    row,
    slot,
    { payment_status: "REFUND_PENDING", payment_failure: null },
    "reservation.changed",
  );
  enqueue({ name: REFUND_JOB, data: { business_id, reservation_id: row.id }, unique_key: String(row.id) });
  await tellGuest(context, bookable, slot, after, "deposit_returned");
  return after;
}
