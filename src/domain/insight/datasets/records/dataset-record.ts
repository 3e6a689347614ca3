/** Records of datasets: what one is and was, how versions of it are written, and their events. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import { type Column, INDEXED_MAX } from "../columns.ts";
import type { Position } from "../rules.ts";
import { buildSearchText, buildSlot, type Values } from "../values.ts";
import type { DatasetView } from "./dataset.ts";

interface StoredRecord extends Row<"dataset_record"> {
  values: Values;
  geocode_state: Position["geocode_state"];
  geocode_precision: Position["geocode_precision"];
}

/** What a record has in common with its past versions. */
export type RecordVersion = Pick<
  StoredRecord,
  | "id"
  | "dataset_id"
  | "group_id"
  | "values"
  | "lat"
  | "lng"
  | "geocode_state"
  | "geocode_precision"
  | "row_version"
  | "created_at"
  | "updated_at"
  | "updated_by"
>;

export const VERSION_COLUMNS = `id, dataset_id, group_id, values, lat, lng, geocode_state, geocode_precision, row_version, created_at,
  updated_at, updated_by`;

/** What is known of the dataset whose records are written. */
type Target = Pick<DatasetView, "id" | "all_columns" | "is_restricted">;

export interface DecidedRecord {
  id: number;
  group_id: number;
  values: Values;
  position: Position;
  /** Null: it is new. */
  before: RecordVersion | null;
}

const SLOTS = Array.from({ length: INDEXED_MAX }, (_, index) => `slot_${index + 1}`);
const slot_list = SLOTS.join(", ");

/** What is computed from the cells of a record. */
function deriveCells(columns: readonly Column[], values: Values): Record<string, unknown> {
  const slots: Record<string, string | null> = Object.fromEntries(SLOTS.map((slot) => [slot, null]));
  for (const { n, slot } of columns) if (slot !== null) slots[`slot_${slot}`] = buildSlot(values[`c${n}`]);
  return { values, search: buildSearchText(columns, values), ...slots };
}

/** Statements of many records at once: imports write 500 of them in a transaction. */
const WRITTEN = `id bigint, group_id bigint, values jsonb, search text, ${SLOTS.map((slot) => `${slot} text`).join(", ")},
  lat float8, lng float8, geocode_state text, geocode_precision text`;

const INSERT = `insert into dataset_record (id, business_id, dataset_id, group_id, values, search, ${slot_list}, lat, lng,
    geocode_state, geocode_precision, queued_at, created_by, created_at, updated_by, updated_at)
  select id, $1, $2, group_id, values, search, ${slot_list}, lat, lng, geocode_state, geocode_precision,
    case when geocode_state = 'queued' then $5::timestamptz end, $4, $5, $4, $5
   from jsonb_to_recordset($3::jsonb) as v (${WRITTEN})`;

/** A version ends when the next one begins, also where a later call began earlier. */
const END_VERSIONS = `insert into dataset_record_past (business_id, dataset_id, id, row_version, group_id, values, search, lat, lng,
    geocode_state, geocode_precision, created_at, updated_by, updated_at, ended_at, ended_by, was_deleted)
  select business_id, dataset_id, id, row_version, group_id, values, search, lat, lng, geocode_state, geocode_precision, created_at,
     updated_by, updated_at, greatest($5::timestamptz, updated_at), $4, $6
    from dataset_record where business_id = $1 and dataset_id = $2 and id = any($3::bigint[])`;

const UPDATE = `update dataset_record r set group_id = v.group_id, values = v.values, search = v.search,
    ${SLOTS.map((slot) => `${slot} = v.${slot}`).join(", ")}, lat = v.lat, lng = v.lng,
    geocode_precision = v.geocode_precision,
    geocode_attempts = case when v.geocode_state = r.geocode_state then r.geocode_attempts else 0 end,
    queued_at = case when v.geocode_state = 'queued' then coalesce(r.queued_at, $5::timestamptz) end,
    geocode_state = v.geocode_state, row_version = r.row_version + 1, updated_by = $4,
    updated_at = greatest($5::timestamptz, r.updated_at)
  from jsonb_to_recordset($3::jsonb) as v (${WRITTEN})
 where r.business_id = $1 and r.dataset_id = $2 and r.id = v.id`;

export async function storeRecords(
  context: Context<never>,
  view: Target,
  decided: readonly DecidedRecord[],
): Promise<void> {
  const { db, business_id, actor, now } = context;
  const toRows = (records: readonly DecidedRecord[]) =>
    JSON.stringify(
      records.map(({ id, group_id, values, position }) => ({
        id,
        group_id,
        ...position,
        ...deriveCells(view.all_columns, values),
      })),
    );
  const account_id = actor.account_id ?? actor.on_behalf_of;
  const created = decided.filter(({ before }) => before === null);
  const updated = decided.filter(({ before }) => before !== null);
  if (created.length > 0) await db.execute(INSERT, [business_id, view.id, toRows(created), account_id, now]);
  if (updated.length > 0) {
    await db.execute(END_VERSIONS, [
      ...[business_id, view.id, updated.map(({ id }) => id), account_id, now],
      false,
    ]);
    await db.execute(UPDATE, [business_id, view.id, toRows(updated), account_id, now]);
  }
}

const DERIVE = `update dataset_record r set values = v.values, search = v.search, slot_1 = v.slot_1, slot_2 = v.slot_2,
    slot_3 = v.slot_3, slot_4 = v.slot_4, slot_5 = v.slot_5, slot_6 = v.slot_6, slot_7 = v.slot_7, slot_8 = v.slot_8
  from jsonb_to_recordset($3::jsonb) as v (id bigint, values jsonb, search text, slot_1 text, slot_2 text, slot_3 text,
    slot_4 text, slot_5 text, slot_6 text, slot_7 text, slot_8 text)
 where r.business_id = $1 and r.dataset_id = $2 and r.id = v.id`;

/** The record says what it said before: no new version. */
export async function deriveAgain(
  { db, business_id }: Context<never>,
  view: Target,
  records: readonly DecidedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map(({ id, values }) => ({ id, ...deriveCells(view.all_columns, values) }));
  await db.execute(DERIVE, [business_id, view.id, JSON.stringify(rows)]);
}

export async function removeRecords(
  context: Context<never>,
  view: Target,
  ids: readonly number[],
): Promise<void> {
  const { db, business_id, actor, now } = context;
  const account_id = actor.account_id ?? actor.on_behalf_of;
  await db.execute(END_VERSIONS, [...[business_id, view.id, [...ids], account_id, now], true]);
  await db.execute(
    "delete from dataset_record where business_id = $1 and dataset_id = $2 and id = any($3::bigint[])",
    [business_id, view.id, [...ids]],
  );
}

/** Each record gets a version that is in the other group. */
export async function moveGroup(
  { db, business_id, actor, now }: Context<never>,
  view: Target,
  from_id: number,
  to_id: number,
): Promise<void> {
  const account_id = actor.account_id ?? actor.on_behalf_of;
  await db.execute(
    `insert into dataset_record_past (business_id, dataset_id, id, row_version, group_id, values, search, lat, lng,
       geocode_state, geocode_precision, created_at, updated_by, updated_at, ended_at, ended_by, was_deleted)
     select business_id, dataset_id, id, row_version, group_id, values, search, lat, lng, geocode_state, geocode_precision,
        created_at, updated_by, updated_at, greatest($4::timestamptz, updated_at), $5, false
       from dataset_record where business_id = $1 and dataset_id = $2 and group_id = $3`,
    [business_id, view.id, from_id, now, account_id],
  );
  await db.execute(
    `update dataset_record set group_id = $4, row_version = row_version + 1, updated_by = $6,
       updated_at = greatest($5::timestamptz, updated_at)
      where business_id = $1 and dataset_id = $2 and group_id = $3`,
    [business_id, view.id, from_id, to_id, now, account_id],
  );
}

const LISTED_MAX = 500;

export interface ChangedRecord {
  id: number;
  change: "created" | "updated" | "deleted";
  row_version: number;
  position: Position | null;
}

/** Events have positions where no reader is denied them. */
export function emitChanges({ emit }: Context<never>, view: Target, changed: readonly ChangedRecord[]): void {
  if (changed.length === 0) return;
  emit({
    subject: { type: "dataset", id: view.id },
    kind: "dataset.records_changed",
    payload: {
      count: changed.length,
      records: changed.slice(0, LISTED_MAX).map(({ id, change, row_version, position }) => {
        const visible_position = view.is_restricted ? null : position;
        const { lat = null, lng = null, geocode_state = null } = visible_position ?? {};
        return { id, change, row_version, lat, lng, geocode_state };
      }),
    },
  });
}
