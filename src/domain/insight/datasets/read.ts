/** Reads records as their caller sees them, now or as they were. */
import type { Context } from "#operation/define/context.ts";
import type { Column } from "./columns.ts";
import { messages } from "./messages.ts";
import type { DatasetView, Reader } from "./records/dataset.ts";
import { type RecordVersion, VERSION_COLUMNS } from "./records/dataset-record.ts";
import type { DatasetAccess } from "./rules.ts";
import type { DatasetRecord } from "./shapes.ts";
import { Arguments, compileDistance, compileFilter, compileSort } from "./sql.ts";
import { foldText, markColumn, type Values } from "./values.ts";
import type { Filter, Near } from "./where.ts";

export interface Selection {
  filter?: Filter | null;
  group_ids?: readonly number[] | undefined;
  record_ids?: readonly number[] | undefined;
  /** Words that all stand in some cell, or with `exact` one whole cell. */
  text?: string | undefined;
  exact?: boolean | undefined;
  geocode_states?: readonly string[] | undefined;
  as_of?: Date | undefined;
}

interface Order {
  column?: Column;
  descending?: boolean;
  /** Nearest first. */
  near?: Near;
}

const MEMBERS = `'id', r.id, 'dataset_id', r.dataset_id, 'group_id', r.group_id, 'values', r.values, 'lat', r.lat, 'lng', r.lng,
  'geocode_state', r.geocode_state, 'geocode_precision', r.geocode_precision, 'row_version', r.row_version,
  'created_at', r.created_at, 'updated_at', r.updated_at, 'updated_by', r.updated_by`;
const VERSION = `${VERSION_COLUMNS}, search`;

const UNIT = "[^\ue000-\uf8ff]*";

/** Only the cells of columns that the caller sees are searched. */
function compileText(text: string, exact: boolean, columns: readonly Column[], bound: Arguments): string {
  const words = exact ? [foldText(text)] : foldText(text).split(" ").slice(0, 20);
  const marks = columns.map(({ n }) => markColumn(n)).join("");
  if (marks === "") return "false";
  const conditions = words
    .filter((word) => word !== "")
    .map((word) => {
      const like = `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`;
      const quoted = word.replaceAll(/[^\p{L}\p{N} ]/gu, "\\$&");
      const pattern = exact ? `[${marks}]${quoted}[\ue000-\uf8ff]` : `[${marks}]${UNIT}${quoted}`;
      // The plain comparison is cheap and leaves few records for the other.
      return `(r.search like ${bound.bind(like, "text")} and r.search ~ ${bound.bind(pattern, "text")})`;
    });
  return conditions.length === 0 ? "false" : conditions.join(" and ");
}

/** `from … where …` for what the caller sees and asks for. */
export function compileSelection(
  context: Reader,
  view: DatasetView,
  selection: Selection,
  bound: Arguments,
): string {
  const { filter, group_ids, record_ids, text, exact = false, geocode_states, as_of } = selection;
  const scope = `business_id = ${bound.bind(context.business_id, "int")} and dataset_id = ${bound.bind(view.id, "bigint")}`;
  const source = as_of === undefined ? "dataset_record" : compilePast(scope, as_of, bound);
  const target = { columns: view.all_columns, has_slots: as_of === undefined };
  const conditions = [
    ...(as_of === undefined ? [scope.replaceAll(/\b(business_id|dataset_id)\b/g, "r.$1")] : []),
    ...(view.row_rule === null ? [] : [compileFilter(view.row_rule, target, bound)]),
    ...(filter ? [compileFilter(filter, target, bound)] : []),
    ...(group_ids === undefined ? [] : [`r.group_id = any(${bound.bindList(group_ids, "bigint")})`]),
    ...(record_ids === undefined ? [] : [`r.id = any(${bound.bindList(record_ids, "bigint")})`]),
    ...(geocode_states === undefined
      ? []
      : [`r.geocode_state = any(${bound.bindList(geocode_states, "text")})`]),
    ...(text === undefined ? [] : [compileText(text, exact, view.columns, bound)]),
  ];
  return `from ${source} r where ${conditions.length === 0 ? "true" : conditions.join(" and ")}`;
}

/** The version of each record at a time: the current one if it is as old, or the one that held then. */
function compilePast(scope: string, as_of: Date, bound: Arguments): string {
  const at = bound.bind(as_of.toISOString(), "timestamptz");
  return `(select ${VERSION} from dataset_record where ${scope} and updated_at <= ${at}
    union all select ${VERSION} from dataset_record_past
      where ${scope} and updated_at <= ${at} and ended_at > ${at})`;
}

export async function runQuery<Row>(
  { db }: Pick<Reader, "db">,
  text: string,
  bound: Arguments,
): Promise<Row[]> {
  const rows = await db.rows<{ row: Row }>("select q as row from dataset_query($1, $2::jsonb) q", [
    text,
    JSON.stringify(bound.values),
  ]);
  return rows.map(({ row }) => row);
}

export async function countRecords(
  context: Reader,
  view: DatasetView,
  selection: Selection,
): Promise<number> {
  const bound = new Arguments();
  const from = compileSelection(context, view, selection, bound);
  const [count] = await runQuery<number>(context, `select to_jsonb(count(*)) ${from}`, bound);
  return count ?? 0;
}

export interface Window {
  order?: Order;
  limit: number;
  offset?: number;
  after_id?: number | undefined;
}

export async function selectRecords(
  context: Reader,
  view: DatasetView,
  selection: Selection,
  { order = {}, limit, offset = 0, after_id }: Window,
): Promise<(RecordVersion & { distance_m?: number })[]> {
  const bound = new Arguments();
  const from = compileSelection(context, view, selection, bound);
  const { column, descending = false, near } = order;
  const distance = near === undefined ? null : compileDistance(near, "r.lat", "r.lng", bound);
  const sorts = [
    ...(distance === null ? [] : [distance]),
    ...(column === undefined ? [] : [compileSort(column, descending, selection.as_of === undefined)]),
    column === undefined && descending ? "r.id desc" : "r.id",
  ];
  const after = after_id === undefined ? "" : ` and r.id > ${bound.bind(after_id, "bigint")}`;
  const members = distance === null ? MEMBERS : `${MEMBERS}, 'distance_m', round(${distance})`;
  // What is shown is built for the rows of the page, and not for those that it skips.
  return runQuery(
    context,
    `select jsonb_build_object(${members}) from (select r.* ${from}${after} order by ${sorts.join(", ")}
      limit ${bound.bind(limit, "bigint")} offset ${bound.bind(offset, "bigint")}) r`,
    bound,
  );
}

/** Which of the records the caller sees. */
export async function findVisibleIds(
  context: Reader,
  view: DatasetView,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const bound = new Arguments();
  const from = compileSelection(context, view, { record_ids: ids }, bound);
  return new Set(await runQuery<number>(context, `select to_jsonb(r.id) ${from}`, bound));
}

/** Which of some records that are not written yet the caller would see, by index. */
export async function findPermitted(
  context: Reader,
  view: DatasetView,
  candidates: readonly { values: Values; lat: number | null; lng: number | null }[],
): Promise<ReadonlySet<number> | "all"> {
  if (view.row_rule === null || candidates.length === 0) return "all";
  const bound = new Arguments();
  bound.bind(candidates, "text");
  const condition = compileFilter(view.row_rule, { columns: view.all_columns, has_slots: false }, bound);
  const ordinals = await runQuery<number>(
    context,
    `select to_jsonb(r.ordinality - 1) from rows from (jsonb_to_recordset($1->0)
       as (values jsonb, lat float8, lng float8)) with ordinality as r (values, lat, lng, ordinality) where ${condition}`,
    bound,
  );
  return new Set(ordinals);
}

/** Values by the keys that the caller sees; cells of other columns are left out. */
export function toCells(values: Values, columns: readonly Column[]): Record<string, unknown> {
  const cells: Record<string, unknown> = {};
  for (const { n, key } of columns) {
    const value = values[`c${n}`];
    if (value !== undefined) cells[key] = value;
  }
  return cells;
}

/** A record as its reader sees it: without a position that would tell a hidden address. */
export function toRecord(row: RecordVersion, { columns, sees_position }: DatasetAccess): DatasetRecord {
  const { values, updated_by: _by, created_at, updated_at, ...more } = row;
  const position = sees_position
    ? {}
    : { lat: null, lng: null, geocode_state: "none" as const, geocode_precision: null };
  return {
    ...more,
    ...position,
    values: toCells(values, columns),
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at).toISOString(),
  };
}

/** The time that is asked for; refuses one to come. */
export function readAsOf(context: Context<"future_time">, as_of: string | undefined): Date | undefined {
  if (as_of === undefined) return undefined;
  const at = new Date(as_of);
  if (at > context.now)
    throw context.refuse("future_time", {
      message: messages.future_time_default,
      errors: [{ field: "as_of", message: messages.not_come_yet }],
    });
  return at;
}
