/**
 * Which tables have rows of a business, and how they are recognised: `business` itself by its id, others by
 * `business_id`, and tables without that by a compulsory foreign key to one that has it.
 */
import { quote, type Table } from "./catalog.ts";

export const ROOT = "business";
const OWNER = "business_id";

export interface BusinessTable extends Table {
  /** The column with the id of the business; null when rows belong to it by a foreign key. */
  owner: string | null;
  /** Columns that name a business beside the owner: it takes part in the row. */
  other_businesses: string[];
  /** SQL: whether a row under this alias belongs to the business. */
  belongs(alias: string, business_id: number): string;
}

/** In the order of the catalogue. */
export function findBusinessTables(catalog: readonly Table[]): BusinessTable[] {
  const tables_by_name = new Map<string, BusinessTable>();
  const add = (table: Table, owner: string | null, belongs: BusinessTable["belongs"]) =>
    tables_by_name.set(table.name, {
      ...table,
      owner,
      belongs,
      other_businesses: table.columns
        .map(({ name }) => name)
        .filter((name) => name.endsWith(`_${OWNER}`) && name !== owner),
    });
  for (const table of catalog) {
    const owner =
      table.name === ROOT ? "id" : table.columns.some(({ name }) => name === OWNER) ? OWNER : null;
    if (owner !== null)
      add(table, owner, (alias, business_id) => `${alias}.${quote(owner)} = ${business_id}`);
  }
  for (let before = -1; before < tables_by_name.size; ) {
    before = tables_by_name.size;
    for (const table of catalog) {
      if (tables_by_name.has(table.name)) continue;
      const key = table.foreign_keys.find(
        ({ columns, references }) =>
          tables_by_name.has(references) &&
          columns.every((name) => table.columns.some((column) => column.name === name && column.not_null)),
      );
      const parent = tables_by_name.get(key?.references ?? "");
      if (key === undefined || parent === undefined) continue;
      add(table, null, (alias, business_id) => {
        const inner = `${alias}_`;
        return `exists (select 1 from ${quote(parent.name)} ${inner} where ${matchKey(key, alias, inner)} and ${parent.belongs(inner, business_id)})`;
      });
    }
  }
  return catalog.flatMap(({ name }) => tables_by_name.get(name) ?? []);
}

export type ForeignKey = Table["foreign_keys"][number];

/** SQL: whether the row `child` refers to the row `parent`. */
export const matchKey = (
  { columns, referenced_columns }: ForeignKey,
  child: string,
  parent: string,
): string =>
  columns
    .map((name, n) => `${parent}.${quote(referenced_columns[n] as string)} = ${child}.${quote(name)}`)
    .join(" and ");

/** SQL: whether the row `child` refers to a row at all. */
export const hasKey = ({ columns }: ForeignKey, child: string): string =>
  columns.map((name) => `${child}.${quote(name)} is not null`).join(" and ");

/** PostgreSQL guarantees that such a key refers to a row of the same business. */
export const isWithinBusiness = ({ columns, referenced_columns }: ForeignKey): boolean =>
  columns.some((name, n) => name === OWNER && referenced_columns[n] === OWNER);
