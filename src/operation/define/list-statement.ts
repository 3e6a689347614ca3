/** The statements of a list: a page of its rows and their number, for the filters of one call. */
import assert from "node:assert";
import type { TSchema } from "typebox";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { buildWindow, type SortColumn } from "#vocabulary/cursor-page.ts";
import { readPaging } from "#vocabulary/page.ts";
import type { Context } from "./context.ts";

export interface FilterOptions<Value> {
  /** The condition. By default the column with the name of the member equals it, or one of it where it is an array. */
  where?: string;
  /** What is bound for a value that was given. */
  value?(value: Value): unknown;
  /** The type in PostgreSQL of what is bound, where it does not follow from the schema. */
  type?: string;
}

export interface Filter<Member extends TSchema = TSchema> extends FilterOptions<never> {
  member: Member;
  use: "always" | "null_if_absent" | "left_out_if_absent" | "no_condition";
}

export type Filters = Record<string, Filter>;
/** A text has pages; sort columns have a cursor too. */
export type Order = string | readonly SortColumn[];

/** Which rows a list reads, and of what. Lists of one record share it: `defineList({ ...LABELS, name: … })`. */
export interface ListSource {
  /** What is counted: a table with its alias, `label_order o`, and the joins that conditions need. */
  from: string;
  /** Columns of `from`; all of its first table by default. */
  columns?: string;
  /** The statement of the rows up to its conditions, where it joins more than is counted. */
  select?: string;
  /** The statement around the one that reads a page: for what is joined to the rows of the page only. */
  extend?(page: string): string;
  /** The column that is the business: that of the first table by default; null where other conditions do without. */
  business?: string | null;
  /** The leading column of an index that is equal in every row of a list with a cursor. */
  sorted_within?: string;
  /** Counting stops here, where nobody pages further. */
  count_max?: number;
}

interface StatementParts extends ListSource {
  name: string;
  order: Order;
  where?: string | readonly string[];
  within?: Filters;
  filters?: Filters;
}

interface Condition {
  sql: string;
  /** Of its values. */
  names: readonly string[];
  is_left_out_if_absent: boolean;
}

/** The SQL for one combination of conditions, with `$1`, `$2`, … in place of the names. */
interface Statements {
  condition: string;
  select: string;
  count: string;
  order: Order;
  /** Of the values, in the order of their placeholders. The count has the first of them; the others are in the columns. */
  names: readonly string[];
  count_parameters: number;
}

interface Page<Row> {
  rows: Row[];
  /** The members of the answer beside its rows. */
  paging: { result: true; total: number; page: number; per_page: number; next_cursor?: string | null };
}

type Reader = Pick<Context<never>, "db" | "business_id">;
type Values = Readonly<Record<string, unknown>>;

/** The rows are counted unless their `total` is read elsewhere. */
export type ReadPage = <Row>(
  context: Reader,
  input: { page?: number; per_page?: number; cursor?: string },
  values: Values,
  total?: Promise<number>,
) => Promise<Page<Row>>;

/** Reads the rows of a statement that has names, as those of a list have; `$1` is the business. */
export type Query = <Row>(text: string) => Promise<Row[]>;

export function buildQuery({ db, business_id }: Reader, values: Values): Query {
  return <Row>(text: string) => {
    const { names, withPlaceholders } = createPlaceholders(2);
    const numbered = withPlaceholders(text);
    return db.rows<Row>(numbered, [business_id, ...names.map((name) => values[name] ?? null)]);
  };
}

const NAME = /\$([a-z][a-z0-9_]*)/g;

/** The function that reads a page of a list. Its statements are built once for each combination of conditions. */
export function buildReader(parts: StatementParts): ReadPage {
  const { name, from, extend = (page) => page, sorted_within } = parts;
  const alias = getAlias(from);
  const conditions = listConditions(parts, alias);
  const select = parts.select ?? `select ${parts.columns ?? `${alias}*`} from ${from}`;
  const is_of_business = [from, ...conditions.map(({ sql }) => sql)].some((sql) => /\$1\b/.test(sql));
  const statements = new Map<string, Statements>();

  const getStatements = (values: Values): Statements => {
    const used = conditions.filter(({ names, is_left_out_if_absent }) => {
      for (const value of names) assert(value in values, `The list ${name} has no value named ${value}.`);
      return !is_left_out_if_absent || names.every((value) => values[value] !== undefined);
    });
    const key = used.map((condition) => conditions.indexOf(condition)).join();
    const built = statements.get(key) ?? buildStatements(parts, select, used, is_of_business ? 2 : 1);
    statements.set(key, built);
    return built;
  };

  return async <Row>(
    { db, business_id }: Reader,
    input: Parameters<ReadPage>[1],
    values: Values,
    total?: Promise<number>,
  ): Promise<Page<Row>> => {
    const { condition, select: select_rows, count, count_parameters, order, names } = getStatements(values);
    const business = is_of_business ? [business_id] : [];
    const bound: unknown[] = [...business, ...names.map((value) => values[value] ?? null)];
    const counted = total ?? countRows(db, count, bound.slice(0, business.length + count_parameters));
    if (typeof order !== "string") {
      // Only the time of the call is a `Date`: the next page is read at another one.
      const filters = [condition, bound.filter((value) => !(value instanceof Date))];
      const window = buildWindow(input, order, { condition, values: bound, filters, sorted_within });
      return readListPage<Row>(db, window, extend(`${select_rows}${window.sql}`), counted);
    }
    const { page, per_page, offset } = readPaging(input);
    const limit = `limit $${bound.length + 1} offset $${bound.length + 2}`;
    const text = extend(`${select_rows} order by ${order} ${limit}`);
    const [rows, number] = await Promise.all([db.rows<Row>(text, [...bound, per_page, offset]), counted]);
    return { rows, paging: { result: true, total: number, page, per_page } };
  };
}

/** `o.` of `label_order o join …`; nothing where the first table has no alias. */
function getAlias(from: string): string {
  const [, alias] = /^\w+ (?!join |left )(\w+)/.exec(from) ?? [];
  return alias === undefined ? "" : `${alias}.`;
}

function listConditions(
  { business, where = [], within, filters }: StatementParts,
  alias: string,
): readonly Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, is_left_out_if_absent: boolean) => {
    const names = [...sql.matchAll(NAME)].map(([name]) => name.slice(1));
    conditions.push({ sql: /\bor\b/.test(sql) ? `(${sql})` : sql, names, is_left_out_if_absent });
  };
  if (business !== null) add(`${business ?? `${alias}business_id`} = $1`, false);
  for (const sql of typeof where === "string" ? [where] : where) add(sql, true);
  for (const [name, { member, use, where: condition, type }] of Object.entries({ ...within, ...filters })) {
    if (use === "no_condition") continue;
    const bound_type = type ?? getSqlType(member);
    const sql = condition ?? `${alias}${name} = ${bound_type.endsWith("[]") ? `any($${name})` : `$${name}`}`;
    if (use === "null_if_absent") add(`$${name}::${bound_type} is null or ${sql}`, false);
    else add(sql, use === "left_out_if_absent");
  }
  return conditions;
}

function buildStatements(
  { from, order, count_max }: StatementParts,
  select: string,
  conditions: readonly Condition[],
  first: number,
): Statements {
  const { names, withPlaceholders } = createPlaceholders(first);
  const condition = withPlaceholders(conditions.map(({ sql }) => sql).join(" and "));
  const where = condition === "" ? "" : ` where ${condition}`;
  const counted = `from ${withPlaceholders(from)}${where}`;
  const count_parameters = names.length;
  return {
    condition,
    count: count_max === undefined ? counted : `from (select 1 ${counted} limit ${count_max}) counted`,
    count_parameters,
    select: `${withPlaceholders(select)}${where}`,
    order:
      typeof order === "string"
        ? withPlaceholders(order)
        : order.map((column) => ({ ...column, sql: withPlaceholders(column.sql) })),
    names,
  };
}

/** Gives each name in the texts of a statement its number, from the first. */
function createPlaceholders(first: number): { names: string[]; withPlaceholders(sql: string): string } {
  const names: string[] = [];
  const withPlaceholders = (sql: string) =>
    sql.replaceAll(NAME, (_, name: string) => {
      const index = names.indexOf(name);
      return `$${first + (index === -1 ? names.push(name) - 1 : index)}`;
    });
  return { names, withPlaceholders };
}

/** The type in PostgreSQL of the values of a member. */
function getSqlType(schema: TSchema): string {
  const { type, format, items } = schema as { type?: string; format?: string; items?: TSchema };
  if (type === "array" && items !== undefined) return `${getSqlType(items)}[]`;
  if (type === "string") return format === "date" ? "date" : format === "date-time" ? "timestamptz" : "text";
  const name = { integer: "bigint", number: "float8", boolean: "boolean" }[type ?? ""];
  assert(name !== undefined, "The type of a filter does not follow from its schema.");
  return name;
}
