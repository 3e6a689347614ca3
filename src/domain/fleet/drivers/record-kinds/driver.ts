/** Drivers: their documents and the pictures of inspections are read by those who may see the driver. */
import { defineRecordKind, describeRows } from "#operation/define/record-kind.ts";
import { canSeeDriver } from "../visibility.ts";

export const driverKind = defineRecordKind({
  kind: "driver",

  async describe({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; name: string }>(
      "select id, name from driver where business_id = $1 and id = any($2::bigint[])",
      [business_id, ids],
    );
    return describeRows(rows);
  },

  reading: {
    scope: "drivers:read",
    async findReadable({ actor, db, business_id }, ids) {
      const drivers = await db.rows<{ id: number; contractor_id: number | null }>(
        "select id, contractor_id from driver where business_id = $1 and id = any($2::bigint[])",
        [business_id, ids],
      );
      return drivers.filter((driver) => canSeeDriver(actor, driver)).map(({ id }) => id);
    },
  },
});
