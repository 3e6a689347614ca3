/** Products of merchants: of members those of the merchants that they keep. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildProduct } from "../present.ts";
import { listOwnMerchants } from "../records/merchant.ts";
import type { ProductRow } from "../records/product.ts";
import { Product } from "../shapes.ts";

export const listProducts = defineList({
  name: "shopProducts",
  summary: "List products of merchants",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-shop/products" },
  localised: true,
  filters: {
    merchant_id: filter(Ref("shop_merchant"), "p.merchant_id = $merchant_id"),
    status: filter(StringEnum(["ACTIVE", "RETIRED"]), "p.status = $status"),
  },
  rows: { products: Type.Array(Product) },
  from: "shop_product p",
  select: "select p.* from shop_product p",
  where: "($own_ids::bigint[] is null or p.merchant_id = any($own_ids))",
  order: "p.name, p.id",
  values: async (context) => ({ own_ids: await listOwnMerchants(context) }),
  build: (row: ProductRow) => buildProduct(row),
});
