/** Relays have files: the photos of each change of custody, for the people of the business and who sees the relay. */
import { defineRecordKind, describeRows } from "#operation/define/record-kind.ts";
import { buildDriverCondition, findDriverAccount } from "../records/relay.ts";

export const luggageRelayKind = defineRecordKind({
  kind: "luggage_relay",
  reading: {
    scope: "lockers:read",
    async findReadable(context, ids) {
      const { actor, db, business_id } = context;
      if (actor.role !== "client_admin" && actor.role !== "employee" && actor.role !== "driver") return [];
      const rows = await db.rows<{ id: number }>(
        `select l.id from luggage_relay l
          where l.business_id = $1 and l.id = any($2::bigint[]) and ($3::bigint is null or ${buildDriverCondition("$3::bigint")})`,
        [business_id, ids, findDriverAccount(context) ?? null],
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
