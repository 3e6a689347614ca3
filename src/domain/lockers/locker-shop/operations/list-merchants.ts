/** Merchants: of members those that they keep, of the business all. */
import Type from "typebox";
import { defineList } from "#operation/define/list.ts";
import { buildMerchant, listMembers } from "../present.ts";
import { listOwnMerchants, type MerchantRow } from "../records/merchant.ts";
import { Merchant } from "../shapes.ts";

export const listMerchants = defineList({
  name: "shopMerchants",
  summary: "List merchants of lockers",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-shop/merchants" },
  localised: true,
  rows: { merchants: Type.Array(Merchant) },
  from: "shop_merchant m",
  select: "select m.* from shop_merchant m",
  where: "($own_ids::bigint[] is null or m.id = any($own_ids))",
  order: "m.name, m.id",
  values: async (context) => ({ own_ids: await listOwnMerchants(context) }),
  async buildAll(rows: readonly MerchantRow[], context) {
    const members = await listMembers(
      context,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => buildMerchant(context, row, members.get(row.id) ?? []));
  },
});
