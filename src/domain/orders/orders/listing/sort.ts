/**
 * The sort orders of the list of orders.
 *
 * Only the newest first and the day have an index. Every other one reads what the filters leave: all of them share two
 * statement texts, one for numbers and one for words, in which the name of the sort is a value, because each text is
 * a prepared statement of every connection. The id decides between equal rows.
 */
import { BY_ID, type SortColumn } from "#vocabulary/cursor-page.ts";
import { ORDER_STATUS_IDS } from "../lifecycle/status.ts";

const NUMBERS = {
  status: `case status ${Object.entries(ORDER_STATUS_IDS)
    .map(([status, id]) => `when '${status}' then ${id}`)
    .join(" ")} end`,
  status_since: "extract(epoch from status_since)",
  window_start: "extract(epoch from window_start)",
  units: "units",
  weight_g: "weight_g",
  attempts: "attempts",
};
const TEXTS = {
  tracking_number: "tracking_number",
  name: "case when type = 'P' then coalesce(pickup, dropoff) else coalesce(dropoff, pickup) end ->> 'name'",
  city: "city",
  postal_code: "postal_code",
  ref: "ref",
};

/** Sorted after every value: orders without one are last in either direction. */
const NUMBER_MAX = 9e15;
const TEXT_MAX = "\u{10ffff}";

const MEMBERS = [
  "created_at",
  "scheduled_date",
  ...(Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]),
  ...(Object.keys(TEXTS) as (keyof typeof TEXTS)[]),
] as const;
type Member = (typeof MEMBERS)[number];

/** The member that orders are sorted by; `-` before it means descending. */
export const ORDER_SORTS = MEMBERS.flatMap((member) => [member, `-${member}`] as const);
export type OrderSort = (typeof ORDER_SORTS)[number];

export interface OrderSorting {
  columns: readonly SortColumn[];
  /** An expression to read with each row, as `sort_value`: the last row's is part of the cursor. */
  value: string | null;
  /** The value of the parameter that the expression contains. */
  parameter: string | null;
}

/** `parameter` is the place of the parameter in the statement: `$3`. */
export function buildOrderSorting(sort: OrderSort, parameter: string): OrderSorting {
  const descending = sort.startsWith("-");
  const member = (descending ? sort.slice(1) : sort) as Member;
  const by_id: SortColumn[] = BY_ID.map((column) => ({ ...column, descending }));
  if (member === "created_at") return { columns: by_id, value: null, parameter: null };
  if (member === "scheduled_date")
    return {
      columns: [{ sql: "scheduled_date", member: "scheduled_date", type: "date", descending }, ...by_id],
      value: null,
      parameter: null,
    };
  const is_number = member in NUMBERS;
  const cases = Object.entries(is_number ? NUMBERS : TEXTS)
    .map(([name, sql]) => `when '${name}' then ${sql}`)
    .join(" ");
  const sort_expression = `case ${parameter}::text ${cases} end`;
  // Code points sort the same whatever the locale of the database is; a case of letters is no reason to come later.
  const value = is_number
    ? `coalesce((${sort_expression})::float8, ${descending ? -NUMBER_MAX : NUMBER_MAX})`
    : `coalesce(nullif(lower(${sort_expression}), ''), '${descending ? "" : TEXT_MAX}') collate "C"`;
  return {
    columns: [
      { sql: value, member: "sort_value", type: is_number ? "float8" : "text", descending },
      ...by_id,
    ],
    value,
    parameter: member,
  };
}
