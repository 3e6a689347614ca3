/** The processor reports a deposit or its refund. A deposit whose hold is over goes back by itself. */
import { paymentReported } from "#domain/money/payments/public.ts";
import type { Context } from "#operation/define/context.ts";
import { subscribe } from "#operation/define/topic.ts";
import type { CheckoutState, RefundState } from "#providers/payments/port.ts";
import { advanceHold } from "../booking.ts";
import { changeReservation } from "../change.ts";
import { requestRefund } from "../deposit.ts";
import { shareBookable } from "../records/bookable.ts";
import type { ReservationRow } from "../records/reservation.ts";
import { SlotRecord } from "../records/slot.ts";
import { isOpenHold } from "../rules.ts";

export const applyPayment = subscribe(paymentReported, async (context, event) => {
  if (event.about === "checkout") return applyCheckout(context, event.checkout);
  return event.about === "refund" ? applyRefund(context, event.refund) : false;
});

function lockBy(
  { db, business_id }: Context<never>,
  column: "checkout_reference" | "refund_reference",
  reference: string,
): Promise<ReservationRow | undefined> {
  return db.row<ReservationRow>(
    column === "checkout_reference"
      ? "select * from reservation where business_id = $1 and checkout_reference = $2 for update"
      : "select * from reservation where business_id = $1 and refund_reference = $2 for update",
    [business_id, reference],
  );
}

async function applyCheckout(context: Context<never>, checkout: CheckoutState): Promise<boolean> {
  const row = await lockBy(context, "checkout_reference", checkout.reference);
  if (row === undefined) return false;
  const is_settled = row.payment_status !== "OPEN" && row.payment_status !== "FAILED";
  if (is_settled || checkout.state === "open" || checkout.state === "processing") return true;
  const bookable = await shareBookable(context, row.bookable_id);
  const slot = await SlotRecord.get(context, row.slot_id);
  if (checkout.state !== "paid") {
    await changeReservation(
      context,
      row,
      slot,
      {
        payment_status: "FAILED",
        payment_failure: checkout.state,
        checkout_reference: null,
        checkout_url: null,
      },
      "reservation.changed",
    );
    return true;
  }
  const paid = await changeReservation(
    context,
    row,
    slot,
    {
      payment_status: "PAID",
      paid_minor: checkout.amount_minor,
      payment_reference: checkout.payment_reference,
      payment_failure: null,
    },
    "reservation.changed",
  );
  const is_right = checkout.amount_minor === row.deposit_minor && checkout.currency === row.currency;
  if (is_right && isOpenHold(paid, context.now)) await advanceHold(context, bookable, slot, paid);
  else await requestRefund(context, bookable, slot, paid);
  return true;
}

async function applyRefund(context: Context<never>, { reference, state }: RefundState): Promise<boolean> {
  const row = await lockBy(context, "refund_reference", reference);
  if (row === undefined) return false;
  if (row.payment_status !== "REFUND_PENDING" || state === "pending") return true;
  await changeReservation(
    context,
    row,
    await SlotRecord.get(context, row.slot_id),
    state === "succeeded" ? { payment_status: "REFUNDED" } : { payment_failure: "refund_failed" },
    "reservation.changed",
  );
  return true;
}
