/** The log of reads under grants, in the business that gave them. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import type { GrantScope } from "../shapes.ts";

export interface AccessRow extends Row<"alliance_access"> {
  scope: GrantScope;
  /** A tracking number, or empty for a list. */
  subject: string;
}

/** One entry of each alliance whose grant gives the read; repeated reads of a day are one entry. */
export async function logAccess(
  { db, business_id, actor, now }: Pick<Context, "db" | "business_id" | "actor" | "now">,
  alliance_ids: readonly number[],
  { scope, subject, records }: Pick<AccessRow, "scope" | "subject" | "records">,
): Promise<void> {
  await db.execute(
    `insert into alliance_access (business_id, alliance_id, to_business_id, account_id, account_name, scope, day, subject, reads,
       records, first_at, last_at)
     select $1, a, $3, $4, $5, $6, ($7::timestamptz at time zone b.time_zone)::date, $8, 1, $9, $7, $7
       from unnest($2::bigint[]) with ordinality as wanted(a, n), business b where b.id = $1 order by n
     on conflict (business_id, alliance_id, to_business_id, account_id, scope, day, subject) do update set
       reads = alliance_access.reads + 1, records = alliance_access.records + excluded.records, last_at = excluded.last_at,
       account_name = excluded.account_name, is_reported = false`,
    [
      business_id,
      alliance_ids,
      actor.business_id,
      actor.account_id ?? 0,
      actor.name,
      scope,
      now,
      subject,
      records,
    ],
  );
}
