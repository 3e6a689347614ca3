/** Handovers have files: the photos of both sides. */
import { defineRecordKind, describeRows } from "#operation/define/record-kind.ts";
import { findSide, HANDOVER, type HandoverRow } from "../records/handover.ts";

export const resaleHandoverKind = defineRecordKind({
  kind: HANDOVER,
  reading: {
    scope: "lockers:read",
    async findReadable(context, ids) {
      const { db, business_id } = context;
      const rows = await db.rows<HandoverRow>(
        "select id, seller_customer_id, buyer_customer_id from resale_handover where business_id = $1 and id = any($2::bigint[])",
        [business_id, ids],
      );
      return rows.filter((row) => findSide(context, row) !== null).map(({ id }) => id);
    },
  },
  async describe({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; name: string }>(
      "select id, title as name from resale_handover where business_id = $1 and id = any($2::bigint[])",
      [business_id, ids],
    );
    return describeRows(rows);
  },
});
