/** Values of unique columns: which record has each, so that the database refuses a second one. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";

/** `n`: of the column. `value`: as `toUniqueText` writes it. */
type UniqueValueRow = Row<"dataset_unique_value">;

type Writer = Pick<Context<never>, "db" | "business_id">;

/** The record of each value. */
export async function findUniqueValues(
  { db, business_id }: Writer,
  dataset_id: number,
  n: number,
  values: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.rows<Pick<UniqueValueRow, "value" | "record_id">>(
    `select value, record_id from dataset_unique_value
      where business_id = $1 and dataset_id = $2 and n = $3 and value = any($4::text[])`,
    [business_id, dataset_id, n, values],
  );
  return new Map(rows.map(({ value, record_id }) => [value, record_id]));
}

/** Gives up what these records have in these columns. */
export async function releaseUniqueValues(
  { db, business_id }: Writer,
  dataset_id: number,
  rows: readonly { n: number; id: number }[],
): Promise<void> {
  await db.execute(
    `delete from dataset_unique_value u using unnest($3::int[], $4::bigint[]) as v (n, id)
      where u.business_id = $1 and u.dataset_id = $2 and u.n = v.n and u.record_id = v.id`,
    [business_id, dataset_id, rows.map(({ n }) => n), rows.map(({ id }) => id)],
  );
}

/** Those that no other record has are stored. Returns them as `<n>/<id>`. */
export async function tryUniqueValues(
  { db, business_id }: Writer,
  dataset_id: number,
  rows: readonly { n: number; id: number; value: string }[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  // In one order, so that two calls wait for each other and do not block each other.
  const stored_values = await db.rows<Pick<UniqueValueRow, "n" | "record_id">>(
    `insert into dataset_unique_value (business_id, dataset_id, n, value, record_id)
     select $1, $2, n, value, id from unnest($3::int[], $4::text[], $5::bigint[]) as v (n, value, id)
      order by n, value collate "C", id on conflict do nothing returning n, record_id`,
    [
      business_id,
      dataset_id,
      rows.map(({ n }) => n),
      rows.map(({ value }) => value),
      rows.map(({ id }) => id),
    ],
  );
  return new Set(stored_values.map(({ n, record_id }) => `${n}/${record_id}`));
}

/** Deletes those of all other columns. */
export async function keepUniqueValues(
  { db, business_id }: Writer,
  dataset_id: number,
  kept_ids: readonly number[],
): Promise<void> {
  await db.execute(
    "delete from dataset_unique_value where business_id = $1 and dataset_id = $2 and n <> all($3::int[])",
    [business_id, dataset_id, kept_ids],
  );
}

/** By number of the column: the record of each value. None of them is stored. */
export async function insertUniqueValues(
  { db, business_id }: Writer,
  dataset_id: number,
  unique_values: ReadonlyMap<number, ReadonlyMap<string, number>>,
): Promise<void> {
  for (const [n, records] of unique_values)
    await db.execute(
      `insert into dataset_unique_value (business_id, dataset_id, n, value, record_id)
       select $1, $2, $3, value, id from unnest($4::text[], $5::bigint[]) as v (value, id)`,
      [business_id, dataset_id, n, [...records.keys()], [...records.values()]],
    );
}
