/** Compartments have files: the photos of those who checked them, for the people of the business. */
import { defineRecordKind, describeRows } from "#operation/define/record-kind.ts";

export const lockerCompartmentKind = defineRecordKind({
  kind: "locker_compartment",
  reading: {
    scope: "lockers:read",
    async findReadable({ actor, db, business_id }, ids) {
      if (actor.role !== "client_admin" && actor.role !== "employee") return [];
      const rows = await db.rows<{ id: number }>(
        "select id from locker_compartment where business_id = $1 and id = any($2::bigint[])",
        [business_id, ids],
      );
      return rows.map(({ id }) => id);
    },
  },
  async describe({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; number: string; name: string }>(
      `select c.id, c.code as number, d.name from locker_compartment c
         join locker_device d on d.business_id = c.business_id and d.id = c.device_id
        where c.business_id = $1 and c.id = any($2::bigint[])`,
      [business_id, ids],
    );
    return describeRows(rows);
  },
});
