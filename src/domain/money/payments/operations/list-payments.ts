/** Payments by card, latest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { type PaymentRow, toPayment } from "../records/payment.ts";
import { PAYMENT_STATES } from "../rules.ts";
import { Payment } from "../shapes.ts";

export const listPayments = defineOperation({
  name: "clientPayments",
  summary: "List payments by card",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["wallet:read"] },
  rest: { method: "GET", path: "/api/v1/client/payments" },
  input: Type.Object({
    ...PageInput,
    customer_id: Type.Optional(Id),
    state: Type.Optional(StringEnum(PAYMENT_STATES)),
  }),
  output: Type.Object({ ...PageOutput, payments: Type.Array(Payment) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const found = `from payment where business_id = $1 and ($2::bigint is null or customer_id = $2)
      and ($3::text is null or state = $3)`;
    const values = [business_id, input.customer_id ?? null, input.state ?? null];
    const [rows, counted] = await Promise.all([
      db.rows<PaymentRow>(`select * ${found} order by id desc limit $4 offset $5`, [
        ...values,
        per_page,
        offset,
      ]),
      db.row<{ n: number }>(`select count(*) as n ${found}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, payments: rows.map(toPayment) };
  },
});
