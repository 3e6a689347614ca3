/** Images that the caller uploaded, for operations that take photos by their ids. */
import type { Context } from "#operation/define/context.ts";

/** Those of these files that are. */
export async function findOwnImages(
  { db, business_id, actor }: Pick<Context, "db" | "business_id" | "actor">,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.rows<{ id: number }>(
    "select id from file where business_id = $1 and id = any($2::bigint[]) and uploaded_by = $3 and content_type like 'image/%'",
    [business_id, [...ids], actor.account_id],
  );
  return new Set(rows.map(({ id }) => id));
}
