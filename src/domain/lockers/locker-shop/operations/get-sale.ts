/** One sale with what happened to it, oldest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerSale } from "../present.ts";
import { getOwnSale, SALE } from "../records/sale.ts";
import { PAYMENT_STATUSES, type PaymentStatus, SALE_STATUSES, type SaleStatus } from "../rules.ts";
import { SaleAnswer } from "../shapes.ts";

interface EventRow {
  kind: string;
  at: string;
  status: SaleStatus | null;
  payment_status: PaymentStatus | null;
}

export const getSale = defineOperation({
  name: "shopSale",
  summary: "Get a sale of a merchant",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-shop/sales/{sale_id}" },
  localised: true,
  input: Type.Object({ sale_id: Ref("shop_sale") }),
  output: Type.Object({
    ...SaleAnswer.properties,
    events: Type.Array(
      Type.Object({
        kind: Type.String(),
        at: Timestamp,
        status: Nullable(StringEnum(SALE_STATUSES)),
        payment_status: Nullable(StringEnum(PAYMENT_STATUSES)),
      }),
    ),
  }),

  async run(context, { sale_id }) {
    const { db, business_id } = context;
    await getOwnSale(context, sale_id);
    const [answer, events] = [
      await answerSale(context, sale_id),
      await db.rows<EventRow>(
        `select kind, occurred_at as at, payload->>'status' as status, payload->>'payment_status' as payment_status
           from event where business_id = $1 and subject_type = $2 and subject_id = $3 order by seq limit 200`,
        [business_id, SALE, String(sale_id)],
      ),
    ];
    return { ...answer, events };
  },
});
