/** Relays have files: the photos of each change of custody, for the people of the business. */
import { defineRecordKind, describeRows } from "#operation/define/record-kind.ts";

export const luggageRelayKind = defineRecordKind({
  kind: "luggage_relay",
  reading: {
    scope: "lockers:read",
    async findReadable({ actor, db, business_id }, ids) {
      if (actor.role !== "client_admin" && actor.role !== "employee") return [];
      const rows = await db.rows<{ id: number }>(
        "select id from luggage_relay where business_id = $1 and id = any($2::bigint[])",
        [business_id, ids],
      );
      return rows.map(({ id }) => id);
    },
  },
  async describe({ db, business_id }, ids) {
    const rows = await db.rows<{ id: number; name: string }>(
      `select l.id, r.device_name as name from luggage_relay l
         join storage_rental r on r.business_id = l.business_id and r.id = l.rental_id
        where l.business_id = $1 and l.id = any($2::bigint[])`,
      [business_id, ids],
    );
    return describeRows(rows);
  },
});
