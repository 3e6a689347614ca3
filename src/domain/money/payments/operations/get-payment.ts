/** One payment by card, with its refunds. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { Payment, PaymentRefund, REFUND_COLUMNS, toPayment } from "../shapes.ts";
import type { PaymentRow } from "../tables.ts";

export const getPayment = defineOperation({
  name: "clientPayment",
  summary: "One payment by card",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["wallet:read"] },
  rest: { method: "GET", path: "/api/v1/client/payments/{payment_id}" },
  input: Type.Object({ payment_id: Id }),
  output: Type.Object({ result: Type.Boolean(), payment: Payment, refunds: Type.Array(PaymentRefund) }),

  async run({ db, business_id, refuse }, { payment_id }) {
    const [row, refunds] = await Promise.all([
      db.row<PaymentRow>("select * from payment where business_id = $1 and id = $2", [
        business_id,
        payment_id,
      ]),
      db.rows<Type.Static<typeof PaymentRefund>>(
        `select ${REFUND_COLUMNS} from payment_refund where business_id = $1 and payment_id = $2 order by id`,
        [business_id, payment_id],
      ),
    ]);
    if (row === undefined) throw refuse("not_found", { message: messages.unknown_payment });
    return { result: true, payment: toPayment(row), refunds };
  },
});
