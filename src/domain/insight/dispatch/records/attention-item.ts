/** Attention items: what one is, and how it opens, is locked, assigned, changed and cleared. */
import { selectName } from "#operation/caller/people.ts";
import type { Affected, AttentionKind, Cause, Severity } from "#operation/define/attention.ts";
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { messages } from "../messages.ts";
import type { UnclearedItem } from "../rules.ts";
import { recordResults } from "./attention-decision.ts";

export const ITEM_STATES = ["open", "snoozed", "decided", "cleared"] as const;

export interface ItemRow extends Row<"attention_item"> {
  severity: Severity;
  state: (typeof ITEM_STATES)[number];
  /** Ids, codes, times and amounts of the cause. */
  facts: Record<string, unknown>;
}

/** Kind of the due task that ends the snooze of an item. */
export const SNOOZE_END = "dispatch.end-snooze";

export const ITEM_COLUMNS = `id, version, kind, severity, state, subject_type, subject_id, order_id, route_id, facts, date, since,
  opened_at, snoozed_until, cleared_at, assigned_to, assigned_at,
  ${selectName("attention_item.assigned_to")} as assigned_to_name`;

export type ShownRow = Omit<ItemRow, "business_id" | "cause_key" | "assigned_by"> & {
  assigned_to_name: string | null;
};

/** The item, locked; refuses one that is not there and one that has another version than the caller saw. */
export async function lockItem(context: Context<never>, item_id: number): Promise<ShownRow> {
  const { db, business_id, refuse, expectVersion } = context;
  const item = await db.row<ShownRow>(
    `select ${ITEM_COLUMNS} from attention_item where business_id = $1 and id = $2 for update`,
    [business_id, item_id],
  );
  if (item === undefined) throw refuse("not_found", { message: messages.unknown_item });
  expectVersion(item.version);
  return item;
}

/** Items by id, locked in the sequence of their ids so that two bulk calls cannot deadlock. Unknown ids are absent. */
export async function lockItems(
  { db, business_id }: Context<never>,
  ids: readonly number[],
): Promise<Map<number, ShownRow>> {
  const rows = await db.rows<ShownRow>(
    `select ${ITEM_COLUMNS} from attention_item where business_id = $1 and id = any($2::bigint[]) order by id for update`,
    [business_id, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The rows after the change. */
export async function saveStates(
  { db, business_id }: Context<never>,
  ids: readonly number[],
  state: "open" | "snoozed" | "decided",
  snoozed_until: Date | null,
): Promise<ShownRow[]> {
  return db.rows<ShownRow>(
    `update attention_item set state = $3, snoozed_until = $4, version = version + 1
      where business_id = $1 and id = any($2::bigint[]) returning ${ITEM_COLUMNS}`,
    [business_id, ids, state, snoozed_until],
  );
}

/** Gives locked items to one person, or to nobody; the rows that this changed. */
export async function assignItems(
  { db, business_id, actor, now, emit }: Context<never>,
  items: readonly ShownRow[],
  employee_id: number | null,
): Promise<ShownRow[]> {
  const changed = items.filter(({ assigned_to }) => assigned_to !== employee_id);
  if (changed.length === 0) return [];
  for (const { id, kind, assigned_to } of changed)
    emit({
      subject: { type: "attention_item", id },
      kind: "attention.assigned",
      payload: { kind, account_id: employee_id, previous_account_id: assigned_to },
      before: { assigned_to },
      after: { assigned_to: employee_id },
    });
  return db.rows<ShownRow>(
    `update attention_item set assigned_to = $3, assigned_by = $4, assigned_at = $5, version = version + 1
      where business_id = $1 and id = any($2::bigint[]) returning ${ITEM_COLUMNS}`,
    [
      business_id,
      changed.map(({ id }) => id),
      employee_id,
      actor.account_id,
      employee_id === null ? null : now,
    ],
  );
}

/** Records of the items of each kind that are not cleared and that `only_if_uncleared` names. */
export async function findUnclearedRecords(
  { db, business_id }: Context<never>,
  queries: readonly { kind: string; only_if_uncleared?: readonly Affected[] }[],
): Promise<Map<string, number[]>> {
  const wanted_queries = queries.flatMap(({ kind, only_if_uncleared: if_open = [] }) =>
    if_open.map((affected) => ({ kind, ...affected })),
  );
  if (wanted_queries.length === 0) return new Map();
  const rows = await db.rows<{ kind: string; subject_id: number }>(
    `select distinct i.kind, i.subject_id from json_to_recordset($2::json) as w(kind text, subject_id bigint, order_id bigint, route_id bigint)
       join attention_item i on i.business_id = $1 and i.kind = w.kind and i.cleared_at is null
        and (i.subject_id = w.subject_id or i.order_id = w.order_id or i.route_id = w.route_id)`,
    [business_id, JSON.stringify(wanted_queries)],
  );
  const ids_by_kind = new Map<string, number[]>();
  for (const { kind, subject_id } of rows)
    ids_by_kind.set(kind, [...(ids_by_kind.get(kind) ?? []), subject_id]);
  return ids_by_kind;
}

/** For kinds that cannot find the causes of a whole business: their present items may end, and new ones come with events. */
export async function listUnclearedRecords(
  { db, business_id }: Context<never>,
  kind: string,
): Promise<number[]> {
  const rows = await db.rows<{ subject_id: number }>(
    "select distinct subject_id from attention_item where business_id = $1 and kind = $2 and cleared_at is null",
    [business_id, kind],
  );
  return rows.map(({ subject_id }) => subject_id);
}

/** Those of these causes that have none. */
export async function openItems(
  { db, business_id, now, emit }: Context<never>,
  { kind, severity, record_kind }: AttentionKind,
  causes: readonly Cause[],
  time_zone: string,
): Promise<void> {
  if (causes.length === 0) return;
  const rows = causes.map(({ subject_id, key, at, order_id = null, route_id = null, facts }) => {
    const since = new Date(Math.min(new Date(at).getTime(), now.getTime()));
    return {
      subject_id,
      cause_key: key,
      order_id,
      route_id,
      facts,
      since,
      date: toLocalDate(since, time_zone),
    };
  });
  const opened = await db.rows<Pick<ItemRow, "id" | "subject_id" | "cause_key">>(
    `insert into attention_item (business_id, kind, severity, subject_type, subject_id, cause_key, order_id, route_id, facts,
       date, since, opened_at)
     select $1, $2, $3, $4, c.subject_id, c.cause_key, c.order_id, c.route_id, c.facts, c.date, c.since, $6
       from json_to_recordset($5::json) as c(subject_id bigint, cause_key text, order_id bigint, route_id bigint, facts jsonb,
         date date, since timestamptz)
     on conflict (business_id, kind, subject_id, cause_key) where cleared_at is null do nothing
     returning id, subject_id, cause_key`,
    [business_id, kind, severity, record_kind, JSON.stringify(rows), now],
  );
  const causes_by_key = new Map(rows.map((row) => [`${row.subject_id} ${row.cause_key}`, row]));
  for (const { id, subject_id, cause_key } of opened) {
    const row = causes_by_key.get(`${subject_id} ${cause_key}`);
    emit({
      subject: { type: "attention_item", id, is_new: true },
      kind: "attention.opened",
      payload: {
        kind,
        severity,
        subject_type: record_kind,
        subject_id,
        order_id: row?.order_id ?? null,
        route_id: row?.route_id ?? null,
      },
    });
  }
}

/** Items without a cause. A decided one stays decided. */
export async function clearItems(
  { db, business_id, now, emit, due }: Context<never>,
  { kind }: AttentionKind,
  ending: readonly UnclearedItem[],
): Promise<void> {
  if (ending.length === 0) return;
  const ids = ending.map(({ id }) => id);
  const ended = await db.rows<Pick<UnclearedItem, "id" | "state">>(
    `update attention_item set state = case state when 'decided' then state else 'cleared' end, cleared_at = $3,
       snoozed_until = null, version = version + 1
      where business_id = $1 and id = any($2::bigint[]) and cleared_at is null returning id, state`,
    [business_id, ids, now],
  );
  await recordResults({ db, business_id }, ids);
  const before = new Map(ending.map(({ id, state }) => [id, state]));
  for (const { id, state } of ended) {
    if (before.get(id) === "snoozed") due.clear(SNOOZE_END, id);
    emit({
      subject: { type: "attention_item", id },
      kind: "attention.cleared",
      payload: { kind },
      before: { state: before.get(id) ?? null },
      after: { state },
    });
  }
}
