/** Writes records that were decided: rows, what they were before, and what happened. */
import type { Context } from "#operation/define/context.ts";
import { type Column, INDEXED_MAX } from "./columns.ts";
import type { Position } from "./rules.ts";
import type { RecordVersion } from "./tables.ts";
import { buildSearchText, buildSlot, type Values } from "./values.ts";
import type { DatasetView } from "./views.ts";

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
export function deriveCells(columns: readonly Column[], values: Values): Record<string, unknown> {
  const slots: Record<string, string | null> = Object.fromEntries(SLOTS.map((slot) => [slot, null]));
  for (const { n, slot } of columns) if (slot !== null) slots[`slot_${slot}`] = buildSlot(values[`c${n}`]);
  return { values, search: buildSearchText(columns, values), ...slots };
}

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

/** Positions are told where nobody is kept from them. */
export function emitChanges({ emit }: Context<never>, view: Target, changed: readonly ChangedRecord[]): void {
  if (changed.length === 0) return;
  emit({
    subject: { type: "dataset", id: view.id },
    kind: "dataset.records_changed",
    payload: {
      count: changed.length,
      records: changed.slice(0, LISTED_MAX).map(({ id, change, row_version, position }) => {
        const shown = view.is_restricted ? null : position;
        const { lat = null, lng = null, geocode_state = null } = shown ?? {};
        return { id, change, row_version, lat, lng, geocode_state };
      }),
    },
  });
}

/** The job that empties the queue of the business. */
export function enqueueGeocoding({ enqueue, business_id, actor }: Context<never>, start_after_s = 0): void {
  enqueue({
    name: "datasets.geocode",
    data: { business_id, account_id: actor.account_id ?? actor.on_behalf_of },
    unique_key: `${business_id}`,
    ...(start_after_s > 0 ? { start_after_s } : {}),
  });
}
