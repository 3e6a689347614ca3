/**
 * The tables of a database, as PostgreSQL's catalogs have them: what an export of rows writes, and how they are
 * inserted again. No table is named here, so that a new one is never forgotten.
 */
import type pg from "pg";

export interface Column {
  name: string;
  type: string;
  not_null: boolean;
  has_default: boolean;
  /** Computed by PostgreSQL from other columns: neither exported nor inserted. */
  generated: boolean;
}

interface ForeignKey {
  columns: string[];
  references: string;
  referenced_columns: string[];
}

export interface Table {
  name: string;
  columns: Column[];
  primary_key: string[];
  foreign_keys: ForeignKey[];
  /** Columns whose values a sequence assigns. */
  sequences: { column: string; sequence: string }[];
  /** What inserts run besides constraints. */
  insert_triggers: string[];
}

/** The table of migrations is the runner's own. */
const READ_CATALOG = `
  select c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'not_null', a.attnotnull,
         'has_default', a.atthasdef or a.attidentity <> '', 'generated', a.attgenerated <> '') order by a.attnum)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(a.attname order by k.n), '[]') from pg_constraint p, unnest(p.conkey) with ordinality k (attnum, n), pg_attribute a
      where p.conrelid = c.oid and p.contype = 'p' and a.attrelid = c.oid and a.attnum = k.attnum) as primary_key,
    (select coalesce(json_agg(json_build_object('references', r.relname,
         'columns', (select json_agg(a.attname order by k.n) from unnest(f.conkey) with ordinality k (attnum, n) join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum),
         'referenced_columns', (select json_agg(a.attname order by k.n) from unnest(f.confkey) with ordinality k (attnum, n) join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum))
         order by f.conname), '[]')
       from pg_constraint f join pg_class r on r.oid = f.confrelid where f.conrelid = c.oid and f.contype = 'f') as foreign_keys,
    (select coalesce(json_agg(json_build_object('column', a.attname, 'sequence', s.relname) order by a.attnum), '[]')
       from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S' join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
      where d.refobjid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')) as sequences,
    (select coalesce(json_agg(t.tgname order by t.tgname), '[]') from pg_trigger t
      where t.tgrelid = c.oid and not t.tgisinternal and t.tgconstraint = 0 and t.tgtype & 4 <> 0) as insert_triggers
  from pg_class c
 where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migration'
 order by c.relname collate "C"`;

export async function readCatalog(client: pg.ClientBase | pg.Pool): Promise<Table[]> {
  return (await client.query<Table>(READ_CATALOG)).rows;
}

export const isStored = ({ generated }: Column): boolean => !generated;

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Columns that count transactions of one server, which mean nothing on another. */
export const TRANSACTION_TYPE = "xid8";

/**
 * The stored columns of a row as one JSON object on one line, each value in the text that PostgreSQL reads back
 * unchanged. `replaced`: SQL for columns that are not exported as they are.
 */
export function buildRowExpression(
  table: Table,
  alias: string,
  replaced: ReadonlyMap<string, string> = new Map(),
): string {
  const columns = table.columns
    .filter(isStored)
    .map(({ name }) => `${replaced.get(name) ?? `${alias}.${quote(name)}`} as ${quote(name)}`);
  // A column of type `json` keeps its text, whose line breaks can only stand between its tokens.
  return `(select replace(to_json(r)::text, e'\n', ' ') from (select ${columns.join(", ")}) r)`;
}
