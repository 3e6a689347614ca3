/** Products have files: their photos, for those who keep them. Buyers see the present one by a signed link in the catalogue. */
import { defineRecordKind, describeRows } from "#operation/define/record-kind.ts";
import { listOwnMerchants } from "../records/merchant.ts";
import { PRODUCT } from "../records/product.ts";

export const shopProductKind = defineRecordKind({
  kind: PRODUCT,
  reading: {
    scope: "lockers:read",
    async findReadable(context, ids) {
      const { actor, db, business_id } = context;
      if (actor.role !== "client_admin" && actor.role !== "employee" && actor.role !== "customer") return [];
      const rows = await db.rows<{ id: number }>(
        `select id from shop_product where business_id = $1 and id = any($2::bigint[])
           and ($3::bigint[] is null or merchant_id = any($3))`,
        [business_id, ids, await listOwnMerchants(context)],
      );
      return rows.map(({ id }) => id);
    },
  },
  async describe({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; number: string; name: string }>(
      "select id, sku as number, name from shop_product where business_id = $1 and id = any($2::bigint[])",
      [business_id, ids],
    );
    return describeRows(rows);
  },
});
