/** Sales, newest first: of members those of the merchants that they keep. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildSale } from "../present.ts";
import { listOwnMerchants } from "../records/merchant.ts";
import { SALES, type SaleView } from "../records/sale.ts";
import { SALE_STATUSES } from "../rules.ts";
import { Sale } from "../shapes.ts";

export const listSales = defineList({
  name: "shopSales",
  summary: "List sales of merchants",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-shop/sales" },
  localised: true,
  filters: {
    merchant_id: filter(Ref("shop_merchant"), "s.merchant_id = $merchant_id"),
    locker_id: filter(Ref("locker_device"), "s.device_id = $locker_id"),
    status: filter(StringEnum(SALE_STATUSES), "s.status = $status"),
  },
  rows: { sales: Type.Array(Sale) },
  from: "shop_sale s",
  select: SALES,
  where: "($own_ids::bigint[] is null or s.merchant_id = any($own_ids))",
  order: "s.id desc",
  values: async (context) => ({ own_ids: await listOwnMerchants(context) }),
  build: (row: SaleView, context) => buildSale(context, row),
});
