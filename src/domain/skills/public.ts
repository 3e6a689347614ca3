/** Skills for planning: those whose time is over count as if nobody had them. */
import type { Db } from "#platform/db/db.ts";

/** Codes of skills that are no longer good on a date (`YYYY-MM-DD`). */
export async function expiredSkills(db: Db, business_id: number, date: string): Promise<Set<string>> {
  const rows = await db.rows<{ code: string }>(
    "select code from skill where business_id = $1 and expires_date < $2::date",
    [business_id, date],
  );
  return new Set(rows.map((row) => row.code));
}
