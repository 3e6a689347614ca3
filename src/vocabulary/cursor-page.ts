/**
 * Cursor paging for lists that grow while they are read: in addition to pages they accept a cursor, so that a
 * client reads each row once.
 *
 * A cursor contains the sort key of the last row returned and a digest of the filters and the order. It needs no signature: a
 * forged cursor only gives a position in a list that is read with the caller's own rights. Pages count from the
 * newest row and shift. Our choice; the contract's `page`, `per_page` and `total` are unchanged.
 */
import { hash } from "node:crypto";
import Type from "typebox";
import { Nullable } from "./basics.ts";
import { type Page, PageInput, PageOutput, readPaging } from "./page.ts";

export const CursorInput = {
  ...PageInput,
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 3000,
      description: "`next_cursor` of the previous response, with the same filters; instead of page.",
      "x-tool": "next_cursor of the last answer.",
    }),
  ),
};

export const CursorOutput = {
  ...PageOutput,
  next_cursor: Nullable(
    Type.String({ description: "Send it as `cursor` for the rows after these; null when there are none." }),
  ),
};

const INT_MAX = 2_147_483_647;
/** The longest text that a list is sorted by: a name, with room. */
const TEXT_MAX = 500;
const isWhole = (value: unknown, most: number) =>
  Number.isSafeInteger(value) && Math.abs(value as number) <= most;
const isDate = (value: unknown) => typeof value === "string" && !Number.isNaN(Date.parse(value));

/** Types of sort columns, by PostgreSQL name, and how to check a cursor's value. */
const IS_OF_TYPE = {
  int: (value: unknown) => isWhole(value, INT_MAX),
  bigint: (value: unknown) => isWhole(value, Number.MAX_SAFE_INTEGER),
  date: (value: unknown) => isDate(value) && /^\d{4}-\d\d-\d\d$/.test(value as string),
  timestamptz: (value: unknown) =>
    isDate(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value as string),
  float8: (value: unknown) => Number.isFinite(value),
  text: (value: unknown) => typeof value === "string" && value.length <= TEXT_MAX && !value.includes("\0"),
} as const;

/** One column of a list's sort order. All columns together are unique per row. */
export interface SortColumn {
  /** As written in the statement: `r.date`. */
  sql: string;
  /** The member of the row. */
  member: string;
  type: keyof typeof IS_OF_TYPE;
  descending: boolean;
}

/** Newest first, by a sequential id, as the statement writes it: `m.id`. */
export const byId = (sql: string): readonly SortColumn[] => [
  { sql, member: "id", type: "bigint", descending: true },
];

export const BY_ID = byId("id");

/** Sent beside `page`; no cursor of this list; of this list with other filters. */
export type CursorFault = "with_page" | "unknown" | "other_filters";

/** The cursor does not belong to this list with these filters. */
export class CursorError extends Error {
  override name = "CursorError";
  readonly fault: CursorFault;

  constructor(fault: CursorFault) {
    super(`The cursor is refused: ${fault}.`);
    this.fault = fault;
  }
}

export interface ListWindow extends Page {
  /** The rest of the statement, after its condition. */
  sql: string;
  /** Its parameters, those of the condition first. */
  values: unknown[];
  /** Removes the extra row that the statement reads to detect that there are more. */
  buildPage<Row>(rows: readonly Row[]): { rows: Row[]; next_cursor: string | null };
}

interface ListStatement {
  condition: string;
  values: readonly unknown[];
  /** Values that a cursor is bound to; condition and values when absent. */
  filters?: unknown;
  /** Leading columns of an index that are equal in every row: `business_id`. */
  sorted_within?: string;
}

export function buildWindow(
  input: { page?: number; per_page?: number; cursor?: string },
  sort: readonly SortColumn[],
  { condition, values, filters = [condition, values], sorted_within }: ListStatement,
): ListWindow {
  const paging = readPaging(input);
  const bound = [...values];
  const bind = (value: unknown) => `$${bound.push(value)}`;
  const order_of = sort.map(({ sql, descending }) => [sql, descending]);
  const digest = () => hash("sha256", JSON.stringify([filters, order_of])).slice(0, 12);
  const after =
    input.cursor === undefined
      ? ""
      : ` and ${buildAfterCondition(sort, parseCursorKeys(input.cursor, sort, digest()), bind)}`;
  if (input.cursor !== undefined && paging.page > 1) throw new CursorError("with_page");
  const columns = sort.map(({ sql, descending }) => `${sql}${descending ? " desc" : ""}`);
  const order = [...(sorted_within === undefined ? [] : [sorted_within]), ...columns].join(", ");
  const limit = `limit ${bind(paging.per_page + 1)}${input.cursor === undefined ? ` offset ${bind(paging.offset)}` : ""}`;
  return {
    ...paging,
    sql: `${after} order by ${order} ${limit}`,
    values: bound,
    buildPage(rows) {
      const visible_rows = rows.slice(0, paging.per_page);
      const last = visible_rows.at(-1);
      if (last === undefined || rows.length <= paging.per_page)
        return { rows: visible_rows, next_cursor: null };
      const keys = sort.map(({ member }) => (last as Record<string, unknown>)[member]);
      const text = JSON.stringify([digest(), ...keys]);
      return { rows: visible_rows, next_cursor: Buffer.from(text).toString("base64url") };
    },
  };
}

function parseCursorKeys(cursor: string, sort: readonly SortColumn[], digest: string): unknown[] {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    read = undefined;
  }
  const [of, ...keys] = Array.isArray(read) ? read : [];
  if (keys.length !== sort.length || !sort.every(({ type }, index) => IS_OF_TYPE[type](keys[index])))
    throw new CursorError("unknown");
  if (of !== digest) throw new CursorError("other_filters");
  return keys;
}

/** The condition for rows after a sort key, written so that PostgreSQL can use an index on the columns. */
function buildAfterCondition(
  sort: readonly SortColumn[],
  keys: readonly unknown[],
  bind: (value: unknown) => string,
): string {
  const bound = sort.map(({ type }, index) => `${bind(keys[index])}::${type}`);
  const [first] = sort;
  if (sort.every(({ descending }) => descending === first?.descending)) {
    const columns = sort.map(({ sql }) => sql).join(", ");
    return `(${columns}) ${first?.descending ? "<" : ">"} (${bound.join(", ")})`;
  }
  return sort.reduceRight((rest, { sql, descending }, index) => {
    const operator = descending ? "<" : ">";
    if (rest === "") return `${sql} ${operator} ${bound[index]}`;
    return `(${sql} ${operator}= ${bound[index]} and (${sql} ${operator} ${bound[index]} or ${rest}))`;
  }, "");
}
