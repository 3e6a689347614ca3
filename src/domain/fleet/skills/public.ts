/** Skills for planning: expired ones count as if nobody had them. */
import type { Db } from "#platform/db/db.ts";

/** Codes of skills that have expired by a date (`YYYY-MM-DD`). */
export async function findExpiredSkills(db: Db, business_id: number, date: string): Promise<Set<string>> {
  const rows = await db.rows<{ code: string }>(
    "select code from skill where business_id = $1 and expires_date < $2::date",
    [business_id, date],
  );
  return new Set(rows.map((row) => row.code));
}
