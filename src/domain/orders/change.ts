/**
 * The one place where rows of orders change: row, event and tracking event in one transaction.
 *
 * Callers have locked the rows and decided. Every event carries the order's state after it (no personal data),
 * so that a status can be rebuilt from the log and read as of a past moment.
 */

import { endAssignments } from "#domain/assignments/public.ts";
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
    assignment_id: order.assignment_id,
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
  asked: readonly OrderChange[],
): Promise<OrderRow[]> {
  if (asked.length === 0) return [];
  const changes = asked.map(leavingContractor);
  const { db, business_id, emit, now } = context;
  // A decision comes after everything that was recorded of its order, whatever clock it was made by.
  const moments = changes.map(({ order }) => momentAfter(order.updated_at, now));
  const after = changes.map((change, index) => rowAfter(change, moments[index] as Date));
  const tracked = changes.map((change, index) =>
    trackingOf(moments[index] as Date, change, after[index] as OrderRow),
  );
  const cancelled = changes.flatMap(({ order, set }, index) =>
    order.assignment_id !== null &&
    set.assignment_id === null &&
    asked[index]?.set.assignment_id === undefined
      ? [order.assignment_id]
      : [],
  );
  await Promise.all([
    endAssignments(context, cancelled, { status: "revoked", end_reason: "order_cancelled" }),
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

/**
 * A cancelled order leaves its contractor's hands, for nothing is left to plan; so does, off its route, one that
 * nobody handed over and the contractor's rules took.
 */
function leavingContractor(change: OrderChange): OrderChange {
  const { order, set } = change;
  if (order.contractor_account_id === null || set.contractor_account_id !== undefined) return change;
  const cancelled = set.status === "CANCELLED" || (set.cancel_requested === true && !order.cancel_requested);
  const leaves = order.assignment_id === null ? set.route_id === null : cancelled;
  return leaves ? { ...change, set: { ...set, assignment_id: null, contractor_account_id: null } } : change;
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

export interface CustodyMove {
  order_id: number;
  to: Custody;
  ref: string | null;
  /** When it was seen; ISO 8601. */
  at: string;
  /** Only these parcels of the order; all when null. */
  parcel_ids: readonly number[] | null;
}

/** The same for every parcel of some orders, or only for `parcel_ids` among them. */
export async function moveCustody(
  context: Context<never>,
  order_ids: readonly number[],
  to: Custody,
  ref: string | null,
  at: string = context.now.toISOString(),
  parcel_ids: readonly number[] | null = null,
): Promise<void> {
  await moveCustodies(
    context,
    order_ids.map((order_id) => ({ order_id, to, ref, at, parcel_ids })),
  );
}

/**
 * Custody of parcels changes hands, one move an order; each change names giver and taker in the event. A scan that
 * happened before the latest one changes nothing: custody is where the goods were seen last.
 */
export async function moveCustodies(
  { db, business_id, emit }: Context<never>,
  moves: readonly CustodyMove[],
): Promise<void> {
  if (moves.length === 0) return;
  const moved = await db.rows<{ id: number; giver: Custody; taker: Custody; ref: string | null; at: string }>(
    `with wanted as (
       select * from json_to_recordset($2::json) as w(order_id int, taker text, ref text, at timestamptz, parcel_ids int[])),
     before as (
       select p.id, p.custody, w.taker, w.ref, w.at from parcel p join wanted w using (order_id)
        where p.business_id = $1 and p.order_id = any($3::int[])
         and p.custody not in ('missing', 'disposed') and (p.custody, coalesce(p.custody_ref, '')) <> (w.taker, coalesce(w.ref, ''))
         and (w.parcel_ids is null or p.id = any(w.parcel_ids)) and (p.custody = 'sender' or p.custody_since <= w.at)
       order by p.id for update of p)
     update parcel p set custody = b.taker, custody_ref = b.ref, custody_since = b.at from before b where p.id = b.id
     returning p.id, b.custody as giver, b.taker, b.ref, b.at`,
    [
      business_id,
      JSON.stringify(moves.map(({ to, ...move }) => ({ ...move, taker: to }))),
      moves.map((move) => move.order_id),
    ],
  );
  for (const { id, giver, taker, ref, at } of moved) {
    emit({
      subject: { type: "parcel", id },
      kind: "parcel.custody_changed",
      payload: { giver, taker, ref },
      occurred_at: at,
    });
  }
}
