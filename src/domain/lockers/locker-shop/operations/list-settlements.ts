/** What merchants took, gave back and owe the business as fees, by month in its time zone. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { Currency } from "#vocabulary/basics.ts";
import { OwnMoney } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { listOwnMerchants } from "../records/merchant.ts";
import { Money } from "../shapes.ts";

export const listSettlements = defineList({
  name: "shopSettlements",
  summary: "List settlements of merchants",
  access: { roles: ["client_admin", "customer"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-shop/settlements" },
  localised: true,
  filters: { merchant_id: filter(Ref("shop_merchant"), "t.merchant_id = $merchant_id") },
  rows: {
    settlements: Type.Array(
      Type.Object(
        {
          merchant_id: Ref("shop_merchant"),
          merchant_name: Type.String(),
          month: Type.String({ description: "YYYY-MM, of the captures." }),
          currency: OwnMoney(Currency),
          sales: Type.Integer(),
          taken_minor: Money,
          tax_minor: Money,
          refunded_minor: Money,
          fee_minor: Money,
        },
        { $id: "ShopSettlement" },
      ),
    ),
  },
  from: `(select s.business_id, s.merchant_id, m.name as merchant_name,
      to_char(s.captured_at at time zone b.time_zone, 'YYYY-MM') as month, s.currency, count(*)::int as sales,
      sum(s.price_minor)::bigint as taken_minor, sum(s.tax_minor)::bigint as tax_minor,
      coalesce(sum(s.price_minor) filter (where s.payment_status = 'REFUNDED'), 0)::bigint as refunded_minor,
      coalesce(sum(s.fee_minor) filter (where s.payment_status = 'CAPTURED'), 0)::bigint as fee_minor
    from shop_sale s
    join shop_merchant m on m.business_id = s.business_id and m.id = s.merchant_id
    join business b on b.id = s.business_id
    where s.captured_at is not null
    group by s.business_id, s.merchant_id, m.name, 4, s.currency) t`,
  business: "t.business_id",
  columns:
    "t.merchant_id, t.merchant_name, t.month, t.currency, t.sales, t.taken_minor, t.tax_minor, t.refunded_minor, t.fee_minor",
  where: "($own_ids::bigint[] is null or t.merchant_id = any($own_ids))",
  order: "t.month desc, t.merchant_name, t.merchant_id, t.currency",
  values: async (context) => ({ own_ids: await listOwnMerchants(context) }),
});
