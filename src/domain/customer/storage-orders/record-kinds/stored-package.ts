/** Stored packages have photos, which those see who see the storage order. */
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import { defineRecordKind } from "#operation/define/record-kind.ts";

export const storedPackageKind = defineRecordKind({
  kind: "stored_package",
  reading: {
    scope: "storage:read",
    async findReadable(context, ids) {
      const { actor, db, business_id } = context;
      const is_business = actor.role === "client_admin" || actor.role === "employee";
      if (!is_business && actor.role !== "customer") return [];
      const rows = await db.rows<{ id: number }>(
        `select p.id from stored_package p join storage_order o on o.business_id = p.business_id and o.id = p.storage_order_id
          where p.business_id = $1 and p.id = any($2::bigint[]) and ($3::bigint is null or p.customer_id = $3)
            and ($4::bigint[] is null or o.warehouse_id is null or o.warehouse_id = any($4))`,
        [
          business_id,
          ids,
          is_business ? null : (actor.customer_id ?? 0),
          is_business ? listReach(context) : null,
        ],
      );
      return rows.map(({ id }) => id);
    },
  },
});
