/** What must hold for staged rows of a business before they are inserted. Each throws `TransferError`. */
import type pg from "pg";
import type { Manifest } from "./archive.ts";
import { isStored, quote, type Table } from "./catalog.ts";
import { TransferError } from "./error.ts";
import { type BusinessTable, hasKey, matchKey, ROOT } from "./membership.ts";
import { stagingTable } from "./rows.ts";

/** The tables of the manifest in the database's catalogue, with exactly their columns. */
export function findDeclaredTables(
  declared: Manifest["tables"],
  tables: readonly BusinessTable[],
): BusinessTable[] {
  const by_name = new Map(tables.map((table) => [table.name, table]));
  const business_tables = declared.map(({ name, columns }) => {
    const table = by_name.get(name);
    if (table === undefined)
      throw new TransferError(`The file has a table that no business has rows in: ${name}.`);
    const stored_columns = table.columns.filter(isStored).map((column) => column.name);
    const unknown = columns.find((column) => !stored_columns.includes(column));
    if (unknown !== undefined)
      throw new TransferError(`The file has a column that the table ${name} has not: ${unknown}.`);
    const missing = stored_columns.find((column) => !columns.includes(column));
    if (missing !== undefined || columns.length !== stored_columns.length)
      throw new TransferError(
        `The file lacks a column of the table ${name}, or has one twice: ${missing ?? columns}.`,
      );
    return table;
  });
  if (!business_tables.some(({ name }) => name === ROOT))
    throw new TransferError("The file has no row of the business.");
  return business_tables;
}

/** Every row belongs to the business and names no other one. */
export async function checkOwners(
  client: pg.ClientBase,
  tables: readonly BusinessTable[],
  { id, code }: Manifest["business"],
): Promise<void> {
  for (const table of tables) {
    const columns = [...(table.owner === null ? [] : [table.owner]), ...table.other_businesses];
    for (const column of columns) {
      const nullable = column !== table.owner;
      const count = await countRows(
        client,
        `${stagingTable(table)} t where ${nullable ? "" : `t.${quote(column)} is null or `}t.${quote(column)} <> ${id}`,
      );
      if (count > 0)
        throw new TransferError(
          `${count} rows of ${table.name} in the file belong to another business than ${code}, or to none (${column}).`,
        );
    }
  }
  const count = await countRows(
    client,
    `${stagingTable({ name: ROOT })} t where t.code = '${code.replaceAll("'", "''")}'`,
  );
  const all = await countRows(client, `${stagingTable({ name: ROOT })} t`);
  if (count !== 1 || all !== 1)
    throw new TransferError("The file must have exactly one business, the one of its manifest.");
}

/** A reference inside the business finds its row in the file, never one that the installation has already. */
export async function checkReferences(
  client: pg.ClientBase,
  tables: readonly BusinessTable[],
  all: readonly BusinessTable[],
): Promise<void> {
  const staged = new Set(tables.map(({ name }) => name));
  const own_tables = new Set(all.map(({ name }) => name));
  for (const table of tables)
    for (const key of table.foreign_keys) {
      if (!own_tables.has(key.references)) continue;
      const parent = staged.has(key.references)
        ? `not exists (select 1 from ${stagingTable({ name: key.references })} p where ${matchKey(key, "t", "p")})`
        : "true";
      const count = await countRows(
        client,
        `${stagingTable(table)} t where ${hasKey(key, "t")} and ${parent}`,
      );
      if (count > 0)
        throw new TransferError(
          `${count} rows of ${table.name} in the file refer to a row of ${key.references} that is not in it (${key.columns.join(", ")}).`,
        );
    }
}

/** Ids leave the sequence that continues above them half of its range. */
export async function checkIds(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  for (const table of tables)
    for (const { column } of table.sequences) {
      const type = table.columns.find(({ name }) => name === column)?.type;
      const highest = type === "bigint" ? 2 ** 52 : 2 ** 30;
      const count = await countRows(
        client,
        `${stagingTable(table)} t where t.${quote(column)} is null or t.${quote(column)} not between 1 and ${highest}`,
      );
      if (count > 0)
        throw new TransferError(
          `${count} rows of ${table.name} in the file have a ${column} that is not between 1 and ${highest}.`,
        );
    }
}

/** Values that must be unique, and those of a unique index that this installation has already. */
const UNIQUE_INDEXES = `
  select c.relname as table, x.indexrelid::regclass::text as index, pg_get_expr(x.indpred, x.indrelid) as predicate,
    (select array_agg(pg_get_indexdef(x.indexrelid, n, true) order by n) from generate_series(1, x.indnkeyatts) n) as keys
  from pg_index x join pg_class c on c.oid = x.indrelid
 where c.relnamespace = 'public'::regnamespace and x.indisunique and c.relname = any($1) order by 1, 2`;

const LISTED_MAX = 5;

/** One line for each unique value that is taken, with the first few of each index. */
export async function findCollisions(
  client: pg.ClientBase,
  tables: readonly BusinessTable[],
): Promise<string[]> {
  const { rows } = await client.query<{
    table: string;
    index: string;
    predicate: string | null;
    keys: string[];
  }>(UNIQUE_INDEXES, [tables.map(({ name }) => name)]);
  const owners = new Map(tables.map(({ name, owner }) => [name, owner]));
  // The business is new here, or its own id is among the collisions.
  const over_all = rows.filter(
    ({ table, keys }) => table === ROOT || !keys.includes(owners.get(table) ?? ""),
  );
  // Ids are unique over all businesses, though their keys carry the business: jobs and locks are named after them.
  const ids = tables.flatMap(({ name: table, sequences }) =>
    sequences.map(({ column }) => ({ table, predicate: null, keys: [column] })),
  );
  const is_key = new Set(over_all.map(({ table, keys }) => `${table}/${keys.join()}`));
  const faults: string[] = [];
  for (const { table, predicate, keys } of [
    ...over_all,
    ...ids.filter((id) => !is_key.has(`${id.table}/${id.keys.join()}`)),
  ]) {
    const select = (from: string) =>
      `select ${keys.map((key, n) => `${key} as k${n}`).join(", ")} from ${from}${predicate === null ? "" : ` where ${predicate}`}`;
    const names = keys.map((_key, n) => `k${n}`).join(", ");
    const { rows: taken_values } = await client.query<{ value: string; total: number }>(
      `select concat_ws(', ', ${names}) as value, count(*) over ()::int as total
         from (${select(stagingTable({ name: table }))}) s join (${select(quote(table))}) t using (${names}) order by ${names} limit ${LISTED_MAX}`,
    );
    const [first] = taken_values;
    if (first === undefined) continue;
    const more = first.total > taken_values.length ? ` and ${first.total - taken_values.length} more` : "";
    faults.push(`${table} (${keys.join(", ")}): ${taken_values.map(({ value }) => value).join("; ")}${more}`);
  }
  return faults;
}

async function countRows(client: pg.ClientBase, from: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${from}`);
  return rows[0]?.n ?? 0;
}
