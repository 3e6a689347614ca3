/** Payments by card, latest first. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { type PaymentRow, toPayment } from "../records/payment.ts";
import { PAYMENT_STATES } from "../rules.ts";
import { Payment } from "../shapes.ts";

export const listPayments = defineList({
  name: "clientPayments",
  summary: "List payments by card",
  access: { scopes: ["wallet:read"] },
  rest: { method: "GET", path: "/api/v1/client/payments" },
  filters: { customer_id: filter(Ref("customer")), state: filter(StringEnum(PAYMENT_STATES)) },
  rows: { payments: Type.Array(Payment) },
  from: "payment",
  order: "id desc",
  build: (row: PaymentRow) => toPayment(row),
});
