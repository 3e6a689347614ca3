/** Inserts rows of many tables at once: all or none, in whatever order their foreign keys refer to each other. */
import type pg from "pg";
import { isStored, quote, type Table, TRANSACTION_TYPE } from "./catalog.ts";

/** Rows waiting to be inserted: a table with the same columns, which checks no more than that values are there. */
export const stagingTable = (table: { name: string }): string => quote(`staged_${table.name}`);

const storedColumns = (table: Table): string[] =>
  table.columns.filter(isStored).map(({ name }) => quote(name));

export async function createStaging(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  for (const table of tables)
    await client.query(
      `create temporary table ${stagingTable(table)} (like ${quote(table.name)} including generated) on commit drop`,
    );
}

/** `lines`: each a JSON object as `buildRowExpression` wrote it. */
export async function stageRows(
  client: pg.ClientBase,
  table: Table,
  lines: readonly string[],
): Promise<void> {
  const columns = storedColumns(table);
  // Columns of type `json` keep their text, which a parameter of type `jsonb` would not.
  await client.query(
    `insert into ${stagingTable(table)} (${columns.join(", ")}) select ${columns.map((name) => `r.${name}`).join(", ")}
       from unnest($1::text[]) l, json_populate_record(null::${stagingTable(table)}, l::json) r`,
    [lines],
  );
}

/**
 * A transaction before every one that there is, so that the readers of the event log, which have a snapshot as their
 * position, take the rows for read, also those that start at the beginning.
 */
const BEFORE_EVERY_TRANSACTION = `'0'::${TRANSACTION_TYPE}`;

/**
 * Inserts all staged rows. PostgreSQL checks foreign keys at the end of a statement, so one statement for all tables
 * needs no order, and no constraint has to be deferred. Triggers that would add rows of their own are disabled: what
 * they added is among the rows.
 */
export async function insertStaged(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  const triggers = tables.flatMap(({ name, insert_triggers }) =>
    insert_triggers.map((trigger) => ({ table: quote(name), trigger: quote(trigger) })),
  );
  for (const { table, trigger } of triggers)
    await client.query(`alter table ${table} disable trigger ${trigger}`);
  const inserts = tables.map((table, index) => `i${index} as (${buildInsert(table)})`);
  if (inserts.length > 0) await client.query(`with ${inserts.join(",\n")} select 1`);
  // Triggers that are still to run would keep the tables from being altered.
  await client.query("set constraints all immediate");
  for (const { table, trigger } of triggers)
    await client.query(`alter table ${table} enable trigger ${trigger}`);
}

function buildInsert(table: Table): string {
  const values = table.columns
    .filter(isStored)
    .map(({ name, type }) =>
      type === TRANSACTION_TYPE
        ? `case when ${quote(name)} is not null then ${BEFORE_EVERY_TRANSACTION} end`
        : quote(name),
    );
  return `insert into ${quote(table.name)} (${storedColumns(table).join(", ")}) overriding system value
    select ${values.join(", ")} from ${stagingTable(table)}`;
}

/** Ids that are assigned from now on are above all that are there. Not undone by a rollback. */
export async function advanceSequences(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  for (const { name, sequences } of tables)
    for (const { column, sequence } of sequences)
      await client.query(
        `select setval('${quote(sequence)}', greatest((select last_value from ${quote(sequence)}), max(${quote(column)}))) from ${quote(name)} having max(${quote(column)}) is not null`,
      );
}
