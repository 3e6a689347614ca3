/** One payment by card, with its refunds. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { PaymentRecord, toPayment } from "../records/payment.ts";
import { listRefunds, toRefund } from "../records/payment-refund.ts";
import { Payment, PaymentRefund } from "../shapes.ts";

export const getPayment = defineOperation({
  name: "clientPayment",
  summary: "Get a payment by card",
  access: { scopes: ["wallet:read"] },
  rest: { method: "GET", path: "/api/v1/client/payments/{payment_id}" },
  input: Type.Object({ payment_id: Ref("payment") }),
  output: Type.Object({ result: Type.Boolean(), payment: Payment, refunds: Type.Array(PaymentRefund) }),

  async run(context, { payment_id }) {
    const [row, refunds] = await Promise.all([
      PaymentRecord.get(context, payment_id),
      listRefunds(context, payment_id),
    ]);
    return { result: true, payment: toPayment(row), refunds: refunds.map(toRefund) };
  },
});
