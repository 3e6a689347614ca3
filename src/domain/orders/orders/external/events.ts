/**
 * Applies tracking events of carriers and partners to orders: when such an event is the latest status of the timeline,
 * the order takes that status.
 *
 * The events themselves are stored already, under their own provider. This module updates the row, its event and
 * custody in the same transaction. Voiding an event removes its step from the fold.
 */

import type { Context } from "#operation/define/context.ts";
import type { TimelineEvent } from "#otep/timeline.ts";
import { changeOrders, type OrderChange } from "../lifecycle/change.ts";
import { loadHistories } from "../lifecycle/facts.ts";
import { computeAttemptColumns, computeFoldedColumns } from "../lifecycle/reconcile-tracking.ts";
import { foldSteps } from "../lifecycle/rules.ts";
import {
  findExternalCommand,
  getNextStatus,
  isTerminal,
  type OrderCommand,
  type OrderStatus,
} from "../lifecycle/status.ts";
import { buildSteps, computeRank, loadStepEvents, type StepEvent } from "../lifecycle/status-history.ts";
import type { OrderRow } from "../records/order.ts";
import { type CustodyMove, moveCustodies } from "../records/parcel.ts";
import { buildCustodyMovesForStatus, clampMoment, restoreCustody } from "./custody.ts";
import { applyParcelEvents } from "./parcel-events.ts";

export interface ExternalEvent {
  order: OrderRow;
  /** The only parcel that the event is about: the order waits for the others. Null for the whole order. */
  parcel_id: number | null;
  /** The event of another provider that determines the current status of the timeline; null when it is one of ours. */
  event: TimelineEvent | null;
  /** Ids of events of the order that were voided. */
  voided: readonly string[];
}

/** Apply events to locked orders: at most one event for the whole order, and one for each parcel. */
export async function applyExternalEvents(
  context: Context<never>,
  external: readonly ExternalEvent[],
): Promise<void> {
  const after = await applyOrderEvents(
    context,
    external.filter(({ parcel_id }) => parcel_id === null),
  );
  const of_parcels = external.filter(({ parcel_id }) => parcel_id !== null);
  if (of_parcels.length > 0)
    await applyParcelEvents(context, of_parcels, new Map(after.map((order) => [order.id, order])));
}

async function applyOrderEvents(
  context: Context<never>,
  external: readonly ExternalEvent[],
): Promise<OrderRow[]> {
  const retracted = await retractSteps(context, external);
  const entries = external.map((entry, index) => ({ ...entry, order: retracted[index] as OrderRow }));
  const ended = entries.filter(({ order, event }) => isTerminal(order.status) && event !== null);
  const histories =
    ended.length === 0
      ? new Map<number, StepEvent[]>()
      : await loadHistories(
          context,
          ended.map(({ order }) => order.id),
        );
  const changes = entries
    .flatMap(({ order, event }) => buildChange(context, order, event, histories.get(order.id)) ?? [])
    .map(withAttention);
  const [changed] = await Promise.all([
    changeOrders(context, changes),
    moveCustodies(context, changes.flatMap(buildCustodyMoves)),
  ]);
  const after = new Map(changed.map((order) => [order.id, order]));
  return retracted.map((order) => after.get(order.id) ?? order);
}

/** What a carrier reports about an order that has ended, is on hold or is on a route needs a dispatcher. */
function withAttention(change: OrderChange): OrderChange {
  const { order } = change;
  if (order.status !== "HOLD" && order.route_id === null && !isTerminal(order.status)) return change;
  const attention = isTerminal(order.status) ? "late_fact_conflict" : "external_fact_conflict";
  return { ...change, payload: { ...change.payload, attention } };
}

/** Null when the order already has the status of the event. */
function buildChange(
  { now }: Context<never>,
  order: OrderRow,
  event: TimelineEvent | null,
  history: readonly StepEvent[] | undefined,
): OrderChange | null {
  const trigger = event === null ? null : findExternalCommand(event.base);
  if (event === null || trigger === null) return null;
  const occurred_at = clampMoment(order.created_at, event.occurred_at, now);
  const set = isTerminal(order.status)
    ? buildLateEndSet(order, { trigger, at: occurred_at, code: event.status_code }, history ?? [])
    : buildStatusSet(order, getNextStatus(order.status, trigger), occurred_at);
  if (set.status === undefined || set.status === order.status) return null;
  return {
    order,
    set,
    kind: "order.status_changed",
    trigger,
    occurred_at,
    payload: {
      provider: event.source.provider ?? null,
      tracking_event_id: event.event_id,
      tracking_code: event.status_code,
      ...(isTerminal(order.status) ? { refolded: true } : {}),
      ...(occurred_at === event.occurred_at ? {} : { reported_at: event.occurred_at }),
    },
    // The tracking event of the provider is stored already.
    tracking: null,
  };
}

function buildStatusSet(
  order: OrderRow,
  status: OrderStatus | null,
  occurred_at: string,
): OrderChange["set"] {
  if (status === null) return {};
  return {
    status,
    // The carrier has the goods.
    current_warehouse_id: null,
    ...(order.status === "HOLD" ? { hold: null, status_before_hold: null } : {}),
    ...(status === "FAILED_ATTEMPT" || status === "REJECTED" ? { attempts: order.attempts + 1 } : {}),
    ...(status === "DELIVERED" ? { delivered_at: occurred_at, partial: false } : {}),
  };
}

/** An order in a terminal status for which an earlier event arrives: the fold decides, as for every late fact. */
function buildLateEndSet(
  order: OrderRow,
  { trigger, at, code }: { trigger: OrderCommand; at: string; code: string },
  events: readonly StepEvent[],
): OrderChange["set"] {
  const history = buildSteps(events);
  if (history === undefined) return {};
  const seq = (events.at(-1)?.seq ?? 0) + 1;
  const { status } = order;
  const step = {
    seq,
    trigger,
    from: status,
    to: status,
    at,
    rank: computeRank(trigger, code),
    refolded: true,
    goods_aboard: false,
    voided: false,
    warehouse_id: null,
  };
  const steps = [...history.steps, step];
  const folds = { before: foldSteps(history.start, history.steps), after: foldSteps(history.start, steps) };
  return {
    ...computeAttemptColumns(order, events, steps, folds),
    ...computeFoldedColumns(order, folds.before, folds.after),
  };
}

/** Custody after the new status; unchanged for a failed attempt or an exception. */
function buildCustodyMoves({ order, set, occurred_at, payload }: OrderChange): CustodyMove[] {
  const provider = (payload?.["provider"] as string | null | undefined) ?? null;
  return buildCustodyMovesForStatus(order.id, set.status as OrderStatus, provider, occurred_at as string);
}

/** Remove the steps of voided events from the folds. An event of the log voids one step, so they are voided one by one. */
async function retractSteps(
  context: Context<never>,
  external: readonly ExternalEvent[],
): Promise<OrderRow[]> {
  const orders = external.map(({ order }) => order);
  const affected = external.filter(({ voided }) => voided.length > 0);
  if (affected.length === 0) return orders;
  const histories = await loadStepEvents(
    context.db,
    context.business_id,
    affected.map(({ order }) => order.id),
  );
  const after = new Map<number, OrderRow>();
  for (const { order, voided } of affected)
    after.set(
      order.id,
      await retractStepsOfOrder(context, order, histories.get(order.id) ?? [], new Set(voided)),
    );
  return orders.map((order) => after.get(order.id) ?? order);
}

async function retractStepsOfOrder(
  context: Context<never>,
  order: OrderRow,
  events: readonly StepEvent[],
  voided: ReadonlySet<string>,
): Promise<OrderRow> {
  const history = buildSteps(events);
  if (history === undefined) return order;
  const event_ids = new Map(events.map(({ seq, payload }) => [seq, payload.tracking_event_id]));
  const isRetracted = (seq: number) => voided.has(event_ids.get(seq) ?? "");
  let row = order;
  let steps = history.steps;
  for (const { seq } of steps.filter((step) => !step.voided && isRetracted(step.seq))) {
    const before = foldSteps(history.start, steps);
    steps = steps.map((step) => (step.seq === seq ? { ...step, voided: true } : step));
    const folded = foldSteps(history.start, steps);
    const [changed] = await changeOrders(context, [
      {
        order: row,
        set: {
          ...computeFoldedColumns(row, before, folded),
          ...computeAttemptColumns(row, events, steps, { before, after: folded }),
        },
        kind: "order.event_voided",
        payload: { voids: seq, voided_kind: "order.status_changed", reason: "corrected by its provider" },
        tracking: null,
      },
    ]);
    row = changed ?? row;
  }
  if (isTerminal(order.status) && !isTerminal(row.status))
    await restoreCustody(context, { orders: [row.id] });
  return row;
}
