/** Receipts have photos; people who see stock in their warehouse see these. */
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import { defineRecordKind } from "#operation/define/record-kind.ts";

export const receiptKind = defineRecordKind({
  kind: "receipt",
  reading: {
    scope: "wms:read",
    async findReadable(context, ids) {
      const { actor, db, business_id } = context;
      if (actor.role !== "client_admin" && actor.role !== "employee") return [];
      const rows = await db.rows<{ id: number }>(
        `select id from receipt where business_id = $1 and id = any($2::bigint[])
           and ($3::bigint[] is null or warehouse_id = any($3))`,
        [business_id, ids, listReach(context)],
      );
      return rows.map(({ id }) => id);
    },
  },
});
