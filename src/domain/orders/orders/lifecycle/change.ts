/**
 * The only place that updates rows of orders: row, event and tracking event in one transaction.
 *
 * The caller has locked the rows and made the decision. Every event contains the order's state after it (no personal
 * data), so that a status can be rebuilt from the event log and read as of a past time.
 */

import {
  composeTrackingEvent,
  storeTrackingEvents,
  type TrackingFields,
} from "#domain/tracking/tracking/public.ts";
import type { Context, Emitted } from "#operation/define/context.ts";
import type { EventKind, PayloadOf } from "#operation/define/events.ts";
import { computeRecordedAt } from "#operation/records/events.ts";
import { type Changeable, type OrderRow, saveDetails, saveOrders } from "../records/order.ts";
import { saveMeasures } from "../records/parcel.ts";
import { getStopPlace } from "../shapes.ts";
import { assignmentsEnd } from "../topics.ts";
import { storeAttempts, type WrittenChange } from "./attempts.ts";
import type { ParcelMeasures } from "./merge-order.ts";
import { loadDeliveryDuties } from "./required-proofs.ts";
import { findReplacedMembers, storeRevisions } from "./revisions.ts";
import { type OrderCommand, type OrderStatus, OTEP_CODES } from "./status.ts";

/** The kinds of events of a change, which have one shape of payload. */
export type OrderEventKind = Exclude<
  Extract<EventKind, `order.${string}`>,
  "order.created" | "order.pin_locked"
>;
type Payload = PayloadOf<"order.held">;

export interface OrderChange {
  /** The row as it was locked. */
  order: OrderRow;
  set: Partial<Changeable>;
  /** Its parcels as they were and as they become, when their measures change. */
  parcels?: { before: readonly ParcelMeasures[]; after: readonly ParcelMeasures[] };
  /** It is corrected: the columns that follow from its places, and its search text, are computed again. */
  corrects?: true;
  kind: OrderEventKind;
  /** The command, so that the status can be folded again; derived from both statuses when absent. */
  trigger?: OrderCommand;
  payload?: Partial<Payload>;
  /** The tracking event; the code of the new status when absent and the status changed; null for none. */
  tracking?: TrackingFields | null;
  /** When a physical fact happened, if not now. */
  occurred_at?: string;
  batch_id?: number;
}

/** The state of an order that an event stores: everything that rules depend on, no personal data. */
export function buildOrderState(order: OrderRow): PayloadOf<"order.created">["state"] & object {
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
    current_warehouse_id: order.current_warehouse_id,
    assignment_id: order.assignment_id,
    contractor_account_id: order.contractor_account_id,
    tender_state: order.tender_state,
    payment: order.payment,
    partial: order.partial,
    cancel_requested: order.cancel_requested,
    replaced_by_order_id: order.replaced_by_order_id,
    delivered_at: order.delivered_at,
    updated_at: order.updated_at,
    version: order.version,
  };
}

interface PendingEvent {
  event: Emitted;
  recorded_at: string;
}

/** When events of orders are recorded that are emitted and not written yet. */
const recording = new WeakMap<Emitted, string>();

/**
 * Events of an order that this transaction has emitted, oldest first: they are written at its end, and until then the fold
 * of a late fact reads them here.
 */
export function getPendingEvents({ emitted }: Pick<Context, "emitted">, order_id: number): PendingEvent[] {
  return emitted("order", order_id).flatMap((event) => {
    const recorded_at = recording.get(event);
    return recorded_at === undefined ? [] : [{ event, recorded_at }];
  });
}

/** Write the changes and return the updated rows, in the order of the input. At most one change per order. */
export async function changeOrders(
  context: Context<never>,
  requested: readonly OrderChange[],
): Promise<OrderRow[]> {
  if (requested.length === 0) return [];
  const changes = requested.map(withContractorRemoved);
  const { emit, now } = context;
  // A decision is recorded later than all earlier events of its order, even when the clocks of processes differ.
  const moments = changes.map(({ order }) => computeRecordedAt(order.updated_at, now));
  const after = changes.map((change, index) => applyChange(change, moments[index] as Date));
  const tracked = changes.map((change, index) =>
    buildTrackingEvent(moments[index] as Date, change, after[index] as OrderRow),
  );
  const replaced = changes.map(({ order, set, parcels }) => findReplacedMembers(order, set, parcels?.before));
  const cancelled = changes.flatMap(({ order, set }, index) =>
    order.assignment_id !== null &&
    set.assignment_id === null &&
    requested[index]?.set.assignment_id === undefined
      ? [order.assignment_id]
      : [],
  );
  const [duties] = await Promise.all([
    loadDeliveryDuties(context, changes),
    cancelled.length === 0
      ? undefined
      : context.publish(assignmentsEnd, {
          assignment_ids: cancelled,
          end: { status: "revoked", end_reason: "order_cancelled" },
        }),
    saveOrders(context, after),
    saveDetails(
      context,
      after.filter((_, index) => changes[index]?.corrects),
    ),
    saveMeasures(
      context,
      changes.flatMap(({ parcels }) => parcels?.after ?? []),
    ),
    storeRevisions(
      context,
      changes.map(({ order, parcels }, index) => ({
        order,
        replaced: replaced[index] ?? {},
        parcels: parcels?.before,
      })),
    ),
    storeTrackingEvents(
      context,
      tracked.flatMap((event) => (event === null ? [] : [{ event }])),
    ),
  ]);
  const written = changes.map((change, index): WrittenChange => {
    const row = after[index] as OrderRow;
    const payload: Payload = {
      ...change.payload,
      ...(change.trigger === undefined ? {} : { trigger: change.trigger }),
      tracking_number: row.tracking_number,
      status_before: change.order.status,
      state: buildOrderState(row),
      ...duties.get(row.id),
      ...(Object.keys(replaced[index] ?? {}).length === 0 ? {} : { replaced: replaced[index] }),
      ...(tracked[index]
        ? { tracking_event_id: tracked[index].event_id, tracking_code: tracked[index].status_code }
        : {}),
    };
    // The compiler compares unions of at most 25 kinds one by one.
    const event = {
      subject: { type: "order", id: row.id },
      kind: change.kind,
      payload,
      ...(change.occurred_at === undefined ? {} : { occurred_at: change.occurred_at }),
      ...(change.batch_id === undefined ? {} : { batch_id: change.batch_id }),
      before: auditFields(change.order, change.set),
      after: auditFields(row, change.set),
      preview: { before: previewFields(change.order, change.set), after: previewFields(row, change.set) },
    } as Emitted;
    emit(event);
    recording.set(event, row.updated_at);
    return {
      before: change.order,
      after: row,
      trigger: change.trigger,
      occurred_at: change.occurred_at ?? row.updated_at,
      payload,
      pending: () => getPendingEvents(context, row.id),
    };
  });
  await storeAttempts(context, written);
  return after;
}

/**
 * Removes the contractor of a cancelled order, because nothing is left to plan. An order without an assignment, which
 * the contractor planned by its rules, loses its contractor when it leaves the route.
 */
function withContractorRemoved(change: OrderChange): OrderChange {
  const { order, set } = change;
  if (order.contractor_account_id === null || set.contractor_account_id !== undefined) return change;
  const cancelled = set.status === "CANCELLED" || (set.cancel_requested === true && !order.cancel_requested);
  const leaves = order.assignment_id === null ? set.route_id === null : cancelled;
  return leaves ? { ...change, set: { ...set, assignment_id: null, contractor_account_id: null } } : change;
}

function applyChange({ order, set, occurred_at, corrects }: OrderChange, now: Date): OrderRow {
  const moved = set.status !== undefined && set.status !== order.status;
  return {
    ...order,
    ...set,
    ...(corrects ? buildPlaceColumns({ ...order, ...set }) : {}),
    status_since: set.status_since ?? (moved ? (occurred_at ?? now.toISOString()) : order.status_since),
    updated_at: now.toISOString(),
    version: order.version + 1,
  };
}

function buildTrackingEvent(now: Date, change: OrderChange, row: OrderRow) {
  if (change.tracking === null) return null;
  const moved = row.status !== change.order.status;
  if (change.tracking === undefined && !moved) return null;
  const fields: TrackingFields = change.tracking ?? { code: OTEP_CODES[row.status as OrderStatus] };
  return composeTrackingEvent({ now }, row, {
    ...fields,
    ...(change.occurred_at === undefined ? {} : { occurred_at: change.occurred_at }),
  });
}

/** Columns that follow from the place that the driver visits. */
export function buildPlaceColumns(
  order: Pick<OrderRow, "type" | "pickup" | "dropoff">,
): Pick<OrderRow, "lat" | "lng" | "city" | "postal_code" | "window_start" | "window_end"> {
  const at = getStopPlace(order);
  return {
    lat: at?.lat ?? null,
    lng: at?.lng ?? null,
    city: at?.city ?? "",
    postal_code: at?.postal_code ?? "",
    window_start: at?.window?.start ?? null,
    window_end: at?.window?.end ?? null,
  };
}

const NOT_AUDITED: readonly (keyof Changeable)[] = [
  "pickup",
  "dropoff",
  "delivery_instruction",
  "note",
  "recipient_preferences",
  // With the hash of a PIN.
  "requirements",
];

/** The columns that a change sets, without personal data, for the audit entry. */
function auditFields(row: OrderRow, set: Partial<Changeable>): Record<string, unknown> {
  const visible_changes: Record<string, unknown> = {};
  for (const key of Object.keys(set) as (keyof Changeable)[])
    if (!NOT_AUDITED.includes(key)) visible_changes[key] = row[key];
  return visible_changes;
}

/** The columns that a change sets, for the caller who previews it. */
function previewFields(row: OrderRow, set: Partial<Changeable>): Record<string, unknown> {
  return Object.fromEntries(
    (Object.keys(set) as (keyof Changeable)[])
      // With the hash of a PIN.
      .filter((key) => key !== "requirements")
      .map((key) => [key, row[key]]),
  );
}
