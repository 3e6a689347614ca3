/** One payment by card of the caller, to see how it ended. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { type PaymentRow, toPayment } from "../records/payment.ts";
import { Payment } from "../shapes.ts";

export const getOwnPayment = defineOperation({
  name: "customerPayment",
  summary: "Get own payment",
  access: { roles: ["customer"], scopes: ["analytics:read"] },
  rest: { method: "GET", path: "/api/v1/customer/payments/{payment_id}" },
  input: Type.Object({ payment_id: Ref("payment") }),
  output: Type.Object({ result: Type.Boolean(), payment: Payment }),

  async run({ db, business_id, actor, refuse }, { payment_id }) {
    const row = await db.row<PaymentRow>(
      "select * from payment where business_id = $1 and id = $2 and customer_id = $3",
      [business_id, payment_id, actor.customer_id],
    );
    if (row === undefined) throw refuse("not_found", { message: messages.unknown_payment });
    return { result: true, payment: toPayment(row) };
  },
});
