/** Refunds of payments by card: what one is, how it is found and shown. */
import type Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { REFUND_STATES } from "../rules.ts";
import type { PaymentRefund } from "../shapes.ts";

export interface PaymentRefundRow extends Row<"payment_refund"> {
  state: (typeof REFUND_STATES)[number];
}

export const PaymentRefundRecord = defineRecord<"payment_refund", PaymentRefundRow>("payment_refund");

type Reader = Pick<Context<never>, "db" | "business_id">;

export function lockRefund(
  { db, business_id }: Reader,
  reference: string,
): Promise<PaymentRefundRow | undefined> {
  return db.row<PaymentRefundRow>(
    "select * from payment_refund where business_id = $1 and reference = $2 for update",
    [business_id, reference],
  );
}

/** All of a payment, or those in a state; oldest first. */
export function listRefunds(
  { db, business_id }: Reader,
  payment_id: number,
  state: PaymentRefundRow["state"] | null = null,
): Promise<PaymentRefundRow[]> {
  return db.rows<PaymentRefundRow>(
    `select * from payment_refund
      where business_id = $1 and payment_id = $2 and ($3::text is null or state = $3) order by id`,
    [business_id, payment_id, state],
  );
}

export function toRefund(row: PaymentRefundRow): Type.Static<typeof PaymentRefund> {
  const { id: refund_id, payment_id, amount_minor, state, reason, failure, created_at, ended_at } = row;
  return { refund_id, payment_id, amount_minor, state, reason, failure, created_at, ended_at };
}
