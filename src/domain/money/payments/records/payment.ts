/** Payments by card: what one is, how it is stored, and how it is shown. */
import type Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { type Changes, defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { PaymentState } from "../rules.ts";
import type { Payment } from "../shapes.ts";

export interface PaymentRow extends Row<"payment"> {
  state: PaymentState;
}

export const PaymentRecord = defineRecord<"payment", PaymentRow>("payment", messages.unknown_payment);

export function lockCheckout(
  { db, business_id }: Context<never>,
  reference: string,
): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>("select * from payment where business_id = $1 and reference = $2 for update", [
    business_id,
    reference,
  ]);
}

/** The state of a locked payment. */
export async function changePayment(
  context: Context<never>,
  payment: PaymentRow,
  change: Changes<"payment", PaymentRow>,
): Promise<PaymentRow> {
  const row = await PaymentRecord.change(context, payment, change);
  context.emit({
    subject: { type: "payment", id: row.id },
    kind: "payment.state_changed",
    payload: {
      customer_id: row.customer_id,
      state: row.state,
      amount_minor: row.amount_minor,
      currency: row.currency,
      failure: row.failure,
    },
  });
  return row;
}

/** Adds to what is being refunded of a payment, or takes from it. */
export async function addRefunded(
  context: Context<never>,
  payment: PaymentRow,
  amount_minor: number,
): Promise<void> {
  await PaymentRecord.change(context, payment, { refunded_minor: payment.refunded_minor + amount_minor });
}

export function toPayment(row: PaymentRow): Type.Static<typeof Payment> {
  const {
    id,
    customer_id,
    amount_minor,
    currency,
    state,
    checkout_url,
    paid_minor,
    refunded_minor,
    failure,
  } = row;
  return {
    payment_id: id,
    customer_id,
    amount_minor,
    currency,
    state,
    checkout_url: state === "open" ? checkout_url : null,
    paid_minor,
    refunded_minor,
    failure,
    created_at: row.created_at,
    expires_at: row.expires_at,
    ended_at: row.ended_at,
  };
}
