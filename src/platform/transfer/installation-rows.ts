/**
 * Rows of tables that belong to the installation, such as apps of the platform, to which rows of a moved business refer.
 * Both installations know them by a code or another unique text; their ids differ.
 */
import type pg from "pg";
import type { Manifest } from "./archive.ts";
import { isStored, quote, type Table } from "./catalog.ts";
import { TransferError } from "./error.ts";
import type { BusinessTable, ForeignKey } from "./membership.ts";
import { stagingTable } from "./rows.ts";

interface Reference {
  table: BusinessTable;
  key: ForeignKey;
  parent: Table;
}

/**
 * Staged rows refer to the rows that this installation has under the same code. What it does not have is created as
 * the file has it. Returns what was created, each as "platform_app shop".
 */
export async function resolveInstallationRows(
  client: pg.ClientBase,
  tables: readonly BusinessTable[],
  all: readonly BusinessTable[],
  catalog: readonly Table[],
  rows: Manifest["installation_rows"],
): Promise<string[]> {
  const references = findReferences(tables, all, catalog);
  const referenced = new Set(references.map(({ parent }) => parent.name));
  const other = Object.keys(rows).find((name) => !referenced.has(name));
  if (other !== undefined)
    throw new TransferError(`The file has rows of a table to which no row of a business refers: ${other}.`);
  const created: string[] = [];
  for (const reference of references)
    created.push(...(await resolveReference(client, reference, rows[reference.parent.name] ?? [])));
  return created;
}

function findReferences(
  tables: readonly BusinessTable[],
  all: readonly BusinessTable[],
  catalog: readonly Table[],
): Reference[] {
  const own_tables = new Set(all.map(({ name }) => name));
  return tables.flatMap((table) =>
    table.foreign_keys.flatMap((key) => {
      const parent = catalog.find(({ name }) => name === key.references);
      return own_tables.has(key.references) || parent === undefined ? [] : [{ table, key, parent }];
    }),
  );
}

async function resolveReference(
  client: pg.ClientBase,
  { table, key, parent }: Reference,
  known_rows: readonly Record<string, unknown>[],
): Promise<string[]> {
  const [column = "", referenced = ""] = [key.columns[0], key.referenced_columns[0]];
  const code = await findNaturalKey(client, parent.name);
  const { rows: used } = await client.query<{ id: string }>(
    `select distinct ${quote(column)}::text as id from ${stagingTable(table)} where ${quote(column)} is not null`,
  );
  const created: string[] = [];
  const pairs: { old: string; here: string }[] = [];
  for (const { id } of used) {
    const row = known_rows.find((one) => String(one[referenced]) === id);
    if (row === undefined)
      throw new TransferError(
        `Rows of ${table.name} in the file refer to a row of ${parent.name} that is not in it (${column}).`,
      );
    const { rows: here } = await client.query<{ id: string }>(
      `select ${quote(referenced)}::text as id from ${quote(parent.name)} where ${quote(code)} = $1`,
      [String(row[code])],
    );
    if (here[0] === undefined) created.push(`${parent.name} ${String(row[code])}`);
    pairs.push({ old: id, here: here[0]?.id ?? (await create(client, parent, referenced, row)) });
  }
  // In one statement, so that no id is changed twice.
  await client.query(
    `update ${stagingTable(table)} t set ${quote(column)} = p.here::bigint from json_to_recordset($1::json) p(old text, here text) where t.${quote(column)}::text = p.old`,
    [JSON.stringify(pairs)],
  );
  return created;
}

/** Inserts a row under an id of this installation, which is returned. */
async function create(
  client: pg.ClientBase,
  table: Table,
  referenced: string,
  row: Record<string, unknown>,
): Promise<string> {
  const assigned = new Set(table.sequences.map(({ column }) => column));
  const columns = table.columns.filter((column) => isStored(column) && !assigned.has(column.name));
  const missing = columns.find(({ name }) => !(name in row));
  if (missing !== undefined)
    throw new TransferError(`A row of ${table.name} in the file lacks a column: ${missing.name}.`);
  const names = columns.map(({ name }) => quote(name)).join(", ");
  const { rows } = await client.query<{ id: string }>(
    `insert into ${quote(table.name)} (${names}) select ${names} from json_populate_record(null::${quote(table.name)}, $1::json)
     returning ${quote(referenced)}::text as id`,
    [JSON.stringify(row)],
  );
  return rows[0]?.id as string;
}

/** The text column with a unique index of its own. */
async function findNaturalKey(client: pg.ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select a.attname as name from pg_index x join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]
      where x.indrelid = $1::regclass and x.indisunique and x.indnatts = 1 and x.indpred is null and a.atttypid = 'text'::regtype order by 1`,
    [quote(table)],
  );
  const [first] = rows;
  if (first === undefined) throw new Error(`The table ${table} has no unique text.`);
  return first.name;
}
