/** Rules that a business set for kinds of items; those that it did not set are as the kinds declare. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";

/** `after`: in the unit of the kind. `time`: of the day, in the time zone of the business. */
export type RuleRow = Row<"attention_rule">;

type Writer = Pick<Context, "db" | "business_id">;

export function listOwnRules({ db, business_id }: Writer): Promise<RuleRow[]> {
  return db.rows<RuleRow>("select * from attention_rule where business_id = $1", [business_id]);
}

/** One of each kind. */
export async function saveRules(
  { db, business_id }: Writer,
  rules: readonly Omit<RuleRow, "business_id">[],
): Promise<void> {
  await db.execute(
    `insert into attention_rule (business_id, kind, is_on, after, time)
     select $1, kind, is_on, after, time from json_to_recordset($2::json) as r(kind text, is_on bool, after int, time text)
     on conflict (business_id, kind) do update set is_on = excluded.is_on, after = excluded.after, time = excluded.time`,
    [business_id, JSON.stringify(rules)],
  );
}
