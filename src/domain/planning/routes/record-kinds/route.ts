/** Routes: known by their number, their day and their driver. */
import { defineRecordKind, describeRows } from "#operation/define/record-kind.ts";

export const routeKind = defineRecordKind({
  kind: "route",

  async describe({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; number: string; name: string }>(
      `select r.id, r.number, concat_ws(' · ', r.date::text, d.name) as name
         from route r left join driver d on d.business_id = $1 and d.id = r.driver_id
        where r.business_id = $1 and r.id = any($2::bigint[])`,
      [business_id, ids],
    );
    return describeRows(rows);
  },
});
