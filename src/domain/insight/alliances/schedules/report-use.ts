/** Reports each day what members read of the business on the days before. */
import { defineSchedule } from "#operation/define/schedule.ts";
import type { GrantScope } from "../shapes.ts";

export const reportUse = defineSchedule({
  name: "alliances.report-use",
  scope: "business",
  when: { at: "00:20" },
  retries: 3,
  expires_s: 300,

  async run({ transaction }) {
    await transaction(async ({ db, business_id, now, emit }) => {
      const rows = await db.rows<{
        alliance_id: number;
        client_code: string;
        scope: GrantScope;
        day: string;
        reads: number;
        records: number;
      }>(
        `with reported as (
           update alliance_access l set is_reported = true from business b
            where l.business_id = $1 and b.id = $1 and not l.is_reported and l.day < ($2::timestamptz at time zone b.time_zone)::date
           returning l.alliance_id, l.to_business_id, l.scope, l.day, l.reads, l.records)
         select r.alliance_id, g.grantee_code as client_code, r.scope, r.day, sum(r.reads)::int as reads, sum(r.records)::int as records
           from reported r join (select distinct grantee_id, grantee_code from alliance_grants($1, null)) g on g.grantee_id = r.to_business_id
          group by 1, 2, 3, 4 order by 1, 4, 2, 3`,
        [business_id, now],
      );
      for (const { alliance_id, ...payload } of rows)
        emit({ subject: { type: "alliance", id: alliance_id }, kind: "grant.used", payload });
    });
  },
});
