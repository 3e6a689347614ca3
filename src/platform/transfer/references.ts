/**
 * References of rows of a business to rows that do not come along: of another business, of the platform, or left out
 * themselves. By what the columns allow, the reference is exported as null, or the row is left out.
 */
import type pg from "pg";
import { quote } from "./catalog.ts";
import { type BusinessTable, type ForeignKey, hasKey, isWithinBusiness, matchKey } from "./membership.ts";

/** Positions of rows (`ctid`), which stay valid in the snapshot of the transaction. */
type Positions = Set<string>;

export interface OutsideReferences {
  /** Rows that are not exported, by table. */
  left_out: Map<string, Positions>;
  /** Rows whose columns are exported as null, by table and column. */
  set_null: Map<string, Map<string, Positions>>;
}

/** In a transaction of the business, under row-level security: rows of others are not visible in it. */
export async function findOutsideReferences(
  client: pg.ClientBase,
  tables: readonly BusinessTable[],
  business_id: number,
): Promise<OutsideReferences> {
  const left_out: OutsideReferences["left_out"] = new Map();
  const set_null: OutsideReferences["set_null"] = new Map();
  const by_name = new Map(tables.map((table) => [table.name, table]));
  const find = async (table: BusinessTable, condition: string) => {
    const { rows } = await client.query<{ row: string }>(
      `select t.ctid::text as row from ${quote(table.name)} t where ${table.belongs("t", business_id)} and ${excluding("t", left_out.get(table.name))} and ${condition}`,
    );
    return rows.map(({ row }) => row);
  };
  const leaveOut = (table: string, rows: readonly string[]) => {
    if (rows.length === 0) return;
    left_out.set(table, new Set([...(left_out.get(table) ?? []), ...rows]));
    changed.add(table);
  };
  /** Tables that lost rows, whose references are looked at again. */
  let changed = new Set<string>();
  for (const table of tables)
    for (const column of table.other_businesses)
      leaveOut(table.name, await find(table, `t.${quote(column)} <> ${business_id}`));

  for (let first = true; first || changed.size > 0; first = false) {
    const lost = changed;
    changed = new Set();
    for (const table of tables)
      for (const key of table.foreign_keys) {
        const parent = by_name.get(key.references);
        if (parent === undefined) continue;
        const is_new = first && !isWithinBusiness(key) && !isRoot(table, key);
        if (!is_new && !lost.has(parent.name)) continue;
        const rows = await find(
          table,
          `${hasKey(key, "t")} and not exists (select 1 from ${quote(parent.name)} p where ${matchKey(key, "t", "p")} and ${parent.belongs("p", business_id)} and ${excluding("p", left_out.get(parent.name))})`,
        );
        if (rows.length === 0) continue;
        const column = findNullable(table, key);
        if (column === undefined) leaveOut(table.name, rows);
        else {
          const columns = set_null.get(table.name) ?? new Map<string, Positions>();
          columns.set(column, new Set([...(columns.get(column) ?? []), ...rows]));
          set_null.set(table.name, columns);
        }
      }
  }
  return { left_out, set_null };
}

const isRoot = (table: BusinessTable, { columns }: ForeignKey) =>
  columns.length === 1 && columns[0] === table.owner;

/** A reference with one column that is null refers to nothing. */
const findNullable = (table: BusinessTable, { columns }: ForeignKey): string | undefined =>
  columns.find((name) => table.columns.some((column) => column.name === name && !column.not_null));

export const positions = (rows: Iterable<string>): string =>
  `array[${[...rows].map((row) => `'${row}'`).join(", ")}]::tid[]`;

/** SQL: whether a row is none of these. */
export const excluding = (alias: string, rows: Positions | undefined): string =>
  rows === undefined || rows.size === 0 ? "true" : `${alias}.ctid <> all (${positions(rows)})`;
