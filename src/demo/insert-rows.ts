/** Rows of one table, stored by one statement: what the demo creates must not delay the first start. */
import type { Db } from "#platform/db/db.ts";

/** Their ids, in this order. All give the same columns. */
export async function insertRows(
  db: Db,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<number[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const columns = Object.keys(first).join(", ");
  const inserted = await db.rows<{ id: number }>(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json) returning id`,
    [JSON.stringify(rows)],
  );
  return inserted.map(({ id }) => id).sort((one, other) => one - other);
}
