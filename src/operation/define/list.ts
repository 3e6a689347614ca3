/**
 * A list: an operation that reads a page of the rows that meet its filters, and counts them.
 *
 * A family says which rows, by what they can be filtered, in what order, and what the answer shows of each:
 *
 *     export const listBins = defineList({
 *       name: "warehouseBins",
 *       summary: "List bins of a warehouse",
 *       access: { roles: BUSINESS_ROLES, scopes: ["wms:read"] },
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
 * Statements are prepared by their text, so texts are few: a `filter` that is not given is null in the one text of the
 * list. One that an index answers is `indexed`: with it and without it are two texts, each with its own plan. Source:
 * docs/decisions/0003-read-and-write-paths.md.
 */
import assert from "node:assert";
import Type, { type Static, type TArray, type TObject, type TOptional, type TSchema } from "typebox";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { toLikePattern } from "#vocabulary/like-pattern.ts";
import { PageInput, PageOutput } from "#vocabulary/page.ts";
import type { Context } from "./context.ts";
import { type DeepReadonly, type Definition, defineOperation } from "./define.ts";
import {
  buildReader,
  type Filter,
  type FilterOptions,
  type Filters,
  type ListSource,
  type Order,
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

/** An optional member that is no condition by itself: conditions have what `values` makes of it. */
export const parameter = <Member extends TSchema>(member: Member): Filter<TOptional<Member>> =>
  buildFilter(optional(member), "no_condition");

/** A text that is in more rows than these finds the newest. */
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
type Output<By extends Order, List extends Rows> = TObject<
  Flat<(By extends string ? typeof PageOutput : typeof CursorOutput) & List>
>;
type RowAnswer<List extends Rows> = DeepReadonly<Static<List[keyof List]["items"]>>;

type OperationMembers = Pick<
  Definition,
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
> extends OperationMembers,
    ListSource {
  needs_sign_in?: true;
  refusals?: Refusals;
  /** Filters whose members are before those of the paging. */
  within?: Within;
  filters?: Of;
  /** The member of the answer that has the rows. */
  rows: List;
  order: By;
  /** Conditions of every call. One of which a value is undefined is left out. */
  where?: string | readonly string[];
  /** Values that are not in the input, or replace those of filters unless undefined. It may refuse the call. */
  values?(
    context: Context<Extract<keyof Refusals, string>>,
    input: Static<Input<Within, By, Of>>,
  ): Record<string, unknown> | Promise<Record<string, unknown>>;
  /** What the answer shows of a row: all of it by default. */
  build?(row: Row, context: Context<Extract<keyof Refusals, string>>): RowAnswer<List>;
  /** The same for the rows of a page together, where more is read for them. */
  buildAll?(
    rows: Row[],
    context: Context<Extract<keyof Refusals, string>>,
  ): Promise<readonly RowAnswer<List>[]>;
}

export function defineList<
  List extends Rows,
  By extends Order,
  Within extends Filters = None,
  Of extends Filters = None,
  const Refusals extends Record<string, RefusalKind> = None,
  Row = Static<List[keyof List]["items"]>,
>(
  list: ListDefinition<Within, By, Of, List, Refusals, Row>,
): Definition<Input<Within, By, Of>, Output<By, List>, Refusals, Static<Output<By, List>>> {
  const { within = {}, filters = {}, rows, order, where, values, build, buildAll, ...others } = list;
  const { from, columns, select, extend, business, sorted_within, ...operation } = others;
  const [member, ...more] = Object.keys(rows);
  assert(member !== undefined && more.length === 0, `The rows of ${list.name} are one member of its answer.`);
  const readPage = buildReader(list);
  const has_cursor = typeof order !== "string";

  return defineOperation({
    ...operation,
    effect: "read",
    input: Type.Object({
      ...getMembers(within),
      ...(has_cursor ? CursorInput : PageInput),
      ...getMembers(filters),
    }),
    output: Type.Object({ ...(has_cursor ? CursorOutput : PageOutput), ...rows }),

    async run(context: Context<never>, input: Record<string, unknown>) {
      const bound = bindFilters({ ...within, ...filters }, input);
      for (const [name, value] of Object.entries((await values?.(context, input as never)) ?? {}))
        if (value !== undefined || !(name in bound)) bound[name] = value;
      const { rows: page, paging } = await readPage<Row>(context, input, bound);
      if (buildAll !== undefined) return { ...paging, [member]: await buildAll(page, context) };
      return { ...paging, [member]: build === undefined ? page : page.map((row) => build(row, context)) };
    },
  } as never) as never;
}

function getMembers(filters: Filters): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(filters).map(([name, { member }]) => [name, member]));
}

/** What was given for each filter, as it is bound. */
function bindFilters(filters: Filters, input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, { value: bind }]) => {
      const value = input[name];
      return [name, value === undefined || bind === undefined ? value : bind(value as never)];
    }),
  );
}
