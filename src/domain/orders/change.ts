/**
 * The one place where rows of orders change: row, event and tracking event in one transaction.
 *
 * Callers have locked the rows and decided. Every event carries the order's state after it (no personal data),
 * so that a status can be rebuilt from the log and read as of a past moment.
 */

import { storeTrackingEvents, type TrackingFields, trackingEvent } from "#domain/tracking/public.ts";
import type { Context, Emitted } from "#operation/context.ts";
import { momentAfter } from "#operation/events.ts";
import type { Db } from "#platform/db/db.ts";
import { type OrderCommand, type OrderStatus, OTEP_CODE_OF } from "./status.ts";
import type { Custody, OrderRow } from "./tables.ts";

type Changeable = Pick<
  OrderRow,
  | "status"
  | "status_since"
  | "status_before_hold"
  | "scheduled_date"
  | "window_start"
  | "window_end"
  | "delivery_instruction"
  | "note"
  | "payment"
  | "hold"
  | "return_reason"
  | "attempts"
  | "route_id"
  | "assignment_id"
  | "contractor_account_id"
  | "tender_state"
  | "partial"
  | "cancel_requested"
  | "replaced_by_order_id"
  | "delivered_at"
  | "pickup"
  | "dropoff"
>;

export interface OrderChange {
  /** The row as it was locked. */
  order: OrderRow;
  set: Partial<Changeable>;
  /** Event kind, `order.<fact>`. */
  kind: string;
  /** The arrow that was taken, so that the status can be folded again; told from both statuses when absent. */
  on?: OrderCommand;
  payload?: Record<string, unknown>;
  /** The tracking event; the code of the new status when absent and the status changed; null for none. */
  tracking?: TrackingFields | null;
  /** When a physical fact happened, if not now. */
  occurred_at?: string;
  batch_id?: number;
}

/** What an event keeps of an order: everything that decides, nothing that is personal. */
export function stateOf(order: OrderRow): Record<string, unknown> {
  return {
    status: order.status,
    status_since: order.status_since,
    status_before_hold: order.status_before_hold,
    scheduled_date: order.scheduled_date,
    window_start: order.window_start,
    window_end: order.window_end,
    hold: order.hold,
    return_reason:
      order.return_reason === null
        ? null
        : { code: order.return_reason.code, version: order.return_reason.version },
    attempts: order.attempts,
    route_id: order.route_id,
    contractor_account_id: order.contractor_account_id,
    tender_state: order.tender_state,
    payment: order.payment,
    partial: order.partial,
    cancel_requested: order.cancel_requested,
    replaced_by_order_id: order.replaced_by_order_id,
    delivered_at: order.delivered_at,
    version: order.version,
  };
}

interface Unwritten {
  event: Emitted;
  recorded_at: string;
}

/** Events are written at the end of their transaction; until then a late fact's fold finds them here. */
const unwritten = new WeakMap<Db, Unwritten[]>();

function keepUnwritten(db: Db, entry: Unwritten): void {
  const entries = unwritten.get(db);
  if (entries === undefined) unwritten.set(db, [entry]);
  else entries.push(entry);
}

/** Events of an order that this transaction has emitted and not written yet, oldest first. */
export function unwrittenOf(db: Db, order_id: number): Unwritten[] {
  return (unwritten.get(db) ?? []).filter(
    ({ event }) => event.subject.type === "order" && event.subject.id === order_id,
  );
}

/** Write the changes and answer the rows after them, in the order given. One change an order. */
export async function changeOrders(
  context: Context<never>,
  changes: readonly OrderChange[],
): Promise<OrderRow[]> {
  if (changes.length === 0) return [];
  const { db, business_id, emit, now } = context;
  // A decision comes after everything that was recorded of its order, whatever clock it was made by.
  const moments = changes.map(({ order }) => momentAfter(order.updated_at, now));
  const after = changes.map((change, index) => rowAfter(change, moments[index] as Date));
  const tracked = changes.map((change, index) =>
    trackingOf(moments[index] as Date, change, after[index] as OrderRow),
  );
  await Promise.all([
    save(context, after),
    storeTrackingEvents(
      { db, business_id },
      tracked.flatMap((event, index) =>
        event === null ? [] : [{ order_id: (after[index] as OrderRow).id, event }],
      ),
    ),
  ]);
  changes.forEach((change, index) => {
    const row = after[index] as OrderRow;
    const event: Emitted = {
      subject: { type: "order", id: row.id },
      kind: change.kind,
      payload: {
        ...change.payload,
        ...(change.on === undefined ? {} : { on: change.on }),
        tracking_number: row.tracking_number,
        status_before: change.order.status,
        state: stateOf(row),
        ...(tracked[index]
          ? { tracking_event_id: tracked[index].event_id, tracking_code: tracked[index].status_code }
          : {}),
      },
      ...(change.occurred_at === undefined ? {} : { occurred_at: change.occurred_at }),
      ...(change.batch_id === undefined ? {} : { batch_id: change.batch_id }),
      before: auditOf(change.order, change.set),
      after: auditOf(row, change.set),
    };
    emit(event);
    keepUnwritten(db, { event, recorded_at: row.updated_at });
  });
  return after;
}

function rowAfter({ order, set, occurred_at }: OrderChange, now: Date): OrderRow {
  const moved = set.status !== undefined && set.status !== order.status;
  return {
    ...order,
    ...set,
    status_since: set.status_since ?? (moved ? (occurred_at ?? now.toISOString()) : order.status_since),
    updated_at: now.toISOString(),
    version: order.version + 1,
  };
}

function trackingOf(now: Date, change: OrderChange, row: OrderRow) {
  if (change.tracking === null) return null;
  const moved = row.status !== change.order.status;
  if (change.tracking === undefined && !moved) return null;
  const fields: TrackingFields = change.tracking ?? { code: OTEP_CODE_OF[row.status as OrderStatus] };
  return trackingEvent({ now }, row, {
    ...fields,
    ...(change.occurred_at === undefined ? {} : { occurred_at: change.occurred_at }),
  });
}

/** Only the members that a change names, without personal data. */
function auditOf(row: OrderRow, set: Partial<Changeable>): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const key of Object.keys(set) as (keyof Changeable)[]) {
    if (key !== "pickup" && key !== "dropoff" && key !== "delivery_instruction" && key !== "note")
      shown[key] = row[key];
  }
  return shown;
}

const SAVED = `id int, status text, status_since timestamptz, status_before_hold text, scheduled_date date,
  window_start timestamptz, window_end timestamptz, delivery_instruction text, note text, payment text, hold jsonb,
  return_reason jsonb, attempts int, route_id int, assignment_id int, contractor_account_id int, tender_state text,
  partial bool, cancel_requested bool, replaced_by_order_id int, delivered_at timestamptz, pickup jsonb, dropoff jsonb,
  updated_at timestamptz, version int`;

const SAVED_KEYS = SAVED.split(",").map((column) => column.trim().split(/\s+/)[0] as keyof OrderRow);
const SAVE = `update delivery_order o set ${SAVED_KEYS.filter((key) => key !== "id")
  .map((key) => `${key} = c.${key}`)
  .join(", ")} from json_to_recordset($2::json) as c(${SAVED}) where o.business_id = $1 and o.id = c.id`;

async function save({ db, business_id }: Context<never>, rows: readonly OrderRow[]): Promise<void> {
  const records = rows.map((row) => Object.fromEntries(SAVED_KEYS.map((key) => [key, row[key]])));
  await db.execute(SAVE, [business_id, JSON.stringify(records)]);
}

/**
 * Custody of every parcel of the orders changes hands, or only of `parcel_ids` among them; each change names
 * giver and taker in the event. A scan that
 * happened before the latest one changes nothing: custody is where the goods were seen last.
 */
export async function moveCustody(
  { db, business_id, emit, now }: Context<never>,
  order_ids: readonly number[],
  to: Custody,
  custody_ref: string | null,
  occurred_at: string = now.toISOString(),
  parcel_ids: readonly number[] | null = null,
): Promise<void> {
  if (order_ids.length === 0) return;
  const moved = await db.rows<{ id: number; giver: Custody }>(
    `with before as (
       select id, custody from parcel where business_id = $1 and order_id = any($2::int[])
         and custody not in ('missing', 'disposed') and (custody, coalesce(custody_ref, '')) <> ($3, coalesce($4, ''))
         and ($6::int[] is null or id = any($6::int[])) and (custody = 'sender' or custody_since <= $5)
       order by id for update)
     update parcel p set custody = $3, custody_ref = $4, custody_since = $5 from before b where p.id = b.id
     returning p.id, b.custody as giver`,
    [business_id, [...order_ids], to, custody_ref, occurred_at, parcel_ids === null ? null : [...parcel_ids]],
  );
  for (const { id, giver } of moved) {
    emit({
      subject: { type: "parcel", id },
      kind: "parcel.custody_changed",
      payload: { giver, taker: to, ref: custody_ref },
      occurred_at,
    });
  }
}
