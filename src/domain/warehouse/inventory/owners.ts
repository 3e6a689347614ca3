/** The customers whose goods are in stock. */
import type { Context } from "#operation/define/context.ts";

/** Of these customers, those that the business has. */
export async function findCustomers(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<{ id: number; name: string }>(
    "select id, name from customer where business_id = $1 and id = any($2::bigint[])",
    [business_id, [...ids]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
