/**
 * A list: an operation that reads a page of the rows that meet its filters, and counts them.
 *
 * A family says which rows, by what they can be filtered, in what order, and what the answer shows of each:
 *
 *     export const listBins = defineList({
 *       name: "warehouseBins",
 *       summary: "List bins of a warehouse",
 *       access: { scopes: ["wms:read"] },
 *       rest: { method: "GET", path: "/api/v1/wms/warehouses/{warehouse_id}/bins" },
 *       filters: { warehouse_id: required(Id), zone_id: filter(Id), status: filter(StringEnum(STATUSES)) },
 *       rows: { bins: Type.Array(Bin) },
 *       from: "warehouse_bin",
 *       order: "status desc, code",
 *       build: (row: BinRow) => row,
 *     });
 *
 * An `order` that is a text has pages. Sort columns, `byId("m.id")`, have a cursor too: for what grows while it is read.
 *
 * In the SQL of a list `$1` is the business, and each other value has a name: `$status` is that member of the input, or a
 * member of what `values` returns. The numbers are given here. A value with the name of a filter replaces what the caller
 * gave: so a customer sees its own rows, whatever it asks for.
 *
 * What an answer has beside its rows are members `above` and `below` them, which `readBeside` reads at the same time, or
 * `readTotals`, with their number. Where the rows are no statement of the family, `readAll` reads all of them, of which
 * the page is cut, or `readPage` has another family read the page.
 *
 * Statements are prepared by their text, so texts are few: a `filter` that is not given is null in the one text of the
 * list. One that an index answers is `indexed`: with it and without it are two texts, each with its own plan. Source:
 * docs/decisions/0003-read-and-write-paths.md.
 */
import assert from "node:assert";
import Type, {
  type Static,
  type TArray,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
} from "typebox";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { toLikePattern } from "#vocabulary/like-pattern.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import type { Context } from "./context.ts";
import { type Declaration, type DeepReadonly, type Definition, defineOperation } from "./define.ts";
import {
  buildQuery,
  buildReader,
  type Filter,
  type FilterOptions,
  type Filters,
  type ListSource,
  type Order,
  type Query,
  type ReadPage,
} from "./list-statement.ts";
import type { RefusalKind } from "./refusal.ts";

type Options<Member extends TSchema> = string | FilterOptions<Static<Member>>;

function buildFilter<Member extends TSchema>(
  member: Member,
  use: Filter["use"],
  options: string | FilterOptions<never> = {},
): Filter<Member> {
  return { ...(typeof options === "string" ? { where: options } : options), member, use };
}

const optional = <Member extends TSchema>(member: Member) => Type.Optional(member) as TOptional<Member>;

/** Narrows the list when it is given. A text is its condition. */
export const filter = <Member extends TSchema>(
  member: Member,
  options?: Options<Member>,
): Filter<TOptional<Member>> => buildFilter(optional(member), "null_if_absent", options);

/** A filter whose condition an index answers. */
export const indexed = <Member extends TSchema>(
  member: Member,
  options?: Options<Member>,
): Filter<TOptional<Member>> => buildFilter(optional(member), "left_out_if_absent", options);

/** A filter that every call gives: the record whose rows are listed. */
export const required = <Member extends TSchema>(member: Member, options?: Options<Member>): Filter<Member> =>
  buildFilter(member, "always", options);

/** An optional member that adds no condition; `values` may derive values of conditions from it. */
export const parameter = <Member extends TSchema>(member: Member): Filter<TOptional<Member>> =>
  buildFilter(optional(member), "no_condition");

/** A `parameter` that is required. */
export const requiredParameter = <Member extends TSchema>(member: Member): Filter<Member> =>
  buildFilter(member, "no_condition");

/** A search finds at most this many rows, the newest. */
const SEARCH_MAX = 2000;

/** The filter named `q`: a text, found by a function of the database that returns the ids of the rows that contain it. */
export const search = (id: string, database_function: string, description: string) =>
  filter(Type.String({ minLength: 2, maxLength: 100, description }), {
    where: `${id} in (select f.id from ${database_function}($q, ${SEARCH_MAX}) f)`,
    value: toLikePattern,
  });

type None = Record<never, never>;
type Members<Of extends Filters> = { [Name in keyof Of]: Of[Name]["member"] };
type Flat<Properties> = {
  [Name in keyof Properties]: Properties[Name] extends TSchema ? Properties[Name] : never;
};
type Input<Within extends Filters, By extends Order, Of extends Filters> = TObject<
  Flat<Members<Within> & (By extends string ? typeof PageInput : typeof CursorInput) & Members<Of>>
>;
type Rows = Record<string, TArray>;
type Output<
  By extends Order,
  List extends Rows,
  Above extends TProperties,
  Below extends TProperties,
> = TObject<Flat<(By extends string ? typeof PageOutput : typeof CursorOutput) & Above & List & Below>>;
type RowAnswer<List extends Rows> = DeepReadonly<Static<List[keyof List]["items"]>>;
type Promised<Of> = Of | Promise<Of>;

/** What is known when the rows are read. */
interface Call<Input, Values> {
  input: Input;
  values: Values;
  query: Query;
}

type OperationMembers = Pick<
  Declaration,
  | "name"
  | "summary"
  | "description"
  | "access"
  | "module"
  | "feature"
  | "rest"
  | "mcp"
  | "localised"
  | "limit"
  | "cross_tenant"
>;

interface ListDefinition<
  Within extends Filters,
  By extends Order,
  Of extends Filters,
  List extends Rows,
  Refusals extends Record<string, RefusalKind>,
  Row,
  Values extends Record<string, unknown>,
  Above extends TProperties,
  Below extends TProperties,
> extends OperationMembers,
    Partial<ListSource> {
  needs_sign_in?: true;
  refusals?: Refusals;
  /** Filters whose members are before those of the paging. */
  within?: Within;
  filters?: Of;
  /** The member of the answer that has the rows. */
  rows: List;
  /** Members of the answer before that. */
  above?: Above;
  /** Members of the answer after it. */
  below?: Below;
  order?: By;
  /** Conditions of every call. One of which a value is undefined is left out. */
  where?: string | readonly string[];
  /** Values that are not in the input, or replace those of filters unless undefined. It may refuse the call. */
  values?(
    context: Context<Extract<keyof Refusals, string>>,
    input: Static<Input<Within, By, Of>>,
  ): Promised<Values>;
  /** All rows in their order, where they are few and are decided by a function. */
  readAll?(
    context: Context<Extract<keyof Refusals, string>>,
    input: Static<Input<Within, By, Of>>,
  ): Promise<readonly Row[]>;
  /** A page that another family reads. */
  readPage?(
    context: Context<Extract<keyof Refusals, string>>,
    input: Static<Input<Within, By, Of>>,
  ): Promise<{ rows: readonly Row[]; paging: DeepReadonly<Static<Output<By, None, None, None>>> }>;
  /** What the answer shows of a row: all of it by default. */
  build?(row: Row, context: Context<Extract<keyof Refusals, string>>, values: Values): RowAnswer<List>;
  /** The same for the rows of a page together, where more is read for them. */
  buildAll?(
    rows: readonly Row[],
    context: Context<Extract<keyof Refusals, string>>,
    values: Values,
  ): Promise<readonly RowAnswer<List>[]>;
  /** The members above and below the rows. */
  readBeside?(
    context: Context<Extract<keyof Refusals, string>>,
    call: Call<Static<Input<Within, By, Of>>, Values>,
  ): Promised<DeepReadonly<Static<TObject<Above & Below>>>>;
  /** The same and the number of all rows, where they are counted together. */
  readTotals?(
    context: Context<Extract<keyof Refusals, string>>,
    call: Call<Static<Input<Within, By, Of>>, Values>,
  ): Promise<DeepReadonly<Static<TObject<Above & Below>>> & { total: number }>;
}

export function defineList<
  List extends Rows,
  By extends Order = string,
  Within extends Filters = None,
  Of extends Filters = None,
  const Refusals extends Record<string, RefusalKind> = None,
  Row = Static<List[keyof List]["items"]>,
  Values extends Record<string, unknown> = Record<string, unknown>,
  Above extends TProperties = None,
  Below extends TProperties = None,
>(
  list: ListDefinition<Within, By, Of, List, Refusals, Row, Values, Above, Below>,
): Definition<
  Input<Within, By, Of>,
  Output<By, List, Above, Below>,
  Refusals,
  Static<Output<By, List, Above, Below>>
> {
  const { within = {}, filters = {}, rows, above, below, order = "", where, values, ...functions } = list;
  const { readAll, readPage, build, buildAll, readBeside, readTotals, ...others } = functions;
  const { from, columns, select, extend, business, sorted_within, count_max, ...operation } = others;
  const [member, ...more] = Object.keys(rows);
  assert(member !== undefined && more.length === 0, `The rows of ${list.name} are one member of its answer.`);
  const ways = [from, readAll, readPage].filter((way) => way !== undefined);
  assert(ways.length === 1, `The rows of ${list.name} are read in one way.`);
  const read =
    from === undefined ? (readPage ?? cutPages(readAll as never)) : buildReader({ ...list, from, order });
  const has_cursor = typeof order !== "string";
  const total = { description: `Counting stops at ${count_max?.toLocaleString("en")}.` };
  const output = {
    ...(has_cursor ? CursorOutput : PageOutput),
    ...(count_max === undefined ? {} : { total: Type.Integer({ minimum: 0, ...total }) }),
    ...above,
    ...rows,
    ...below,
  };

  return defineOperation({
    ...operation,
    effect: "read",
    input: Type.Object({
      ...getMembers(within),
      ...(has_cursor ? CursorInput : PageInput),
      ...getMembers(filters),
    }),
    output: Type.Object(output),

    async run(context: Context<never>, input: Record<string, unknown>) {
      const bound = bindFilters({ ...within, ...filters }, input);
      const condition_values = ((await values?.(context, input as never)) ?? {}) as Values;
      for (const [name, value] of Object.entries(condition_values))
        if (value !== undefined || !(name in bound)) bound[name] = value;
      const call = { input: input as never, values: condition_values, query: buildQuery(context, bound) };
      const counting = readTotals?.(context, call);
      const total = counting?.then((counted) => counted.total);
      const [{ rows: page, paging }, beside] = await Promise.all([
        (read as ReadPage)<Row>(context, input, bound, total),
        counting ?? readBeside?.(context, call),
      ]);
      const page_rows =
        buildAll !== undefined
          ? await buildAll(page, context, condition_values)
          : build === undefined
            ? page
            : page.map((row) => build(row, context, condition_values));
      const answer: Record<string, unknown> = { ...beside, ...paging, [member]: page_rows };
      return beside === undefined
        ? answer
        : Object.fromEntries(Object.keys(output).map((name) => [name, answer[name]]));
    },
  } as never) as never;
}

function cutPages<Row>(readAll: (context: never, input: never) => Promise<readonly Row[]>) {
  return async (context: never, input: never) => {
    const [rows, { page, per_page, offset }] = [await readAll(context, input), readPaging(input)];
    const paging = { result: true, total: rows.length, page, per_page };
    return { rows: rows.slice(offset, offset + per_page), paging };
  };
}

/** The members of an input that has these filters. */
export function getMembers<Of extends Filters>(filters: Of): Members<Of> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, { member }]) => [name, member]),
  ) as Members<Of>;
}

/** What was given for each filter, as it is bound. */
export function bindFilters(filters: Filters, input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, { value: bind }]) => {
      const value = input[name];
      return [name, value === undefined || bind === undefined ? value : bind(value as never)];
    }),
  );
}
