/**
 * Orders follow what carriers and partners tell: where an event of theirs is the latest status of the timeline, the
 * order takes it.
 *
 * Their events are stored already, under their own provider; here the row, its event and custody follow, in the
 * same transaction. An event that was taken back takes its step out of the fold.
 */
import type { Context } from "#operation/context.ts";
import type { TimelineEvent } from "#otep/timeline.ts";
import { openAttention } from "./attention.ts";
import { type CustodyMove, changeOrders, moveCustodies, type OrderChange } from "./change.ts";
import { historiesOf } from "./facts.ts";
import { foldedSet } from "./retell.ts";
import { foldSteps } from "./rules.ts";
import { isTerminal, next, type OrderCommand, type OrderStatus, toldCommandOf } from "./status.ts";
import { rankOf, type StepEvent, stepEventsOf, stepsOf } from "./steps.ts";
import type { OrderRow } from "./tables.ts";
import { between, custodyOf, giveBack } from "./told-custody.ts";
import { followParts } from "./told-parts.ts";

export interface Told {
  order: OrderRow;
  /** Told of this parcel alone: the order waits for the others. Null for the whole order. */
  parcel_id: number | null;
  /** The event of another provider that gives the timeline its status now; null when it is one of ours. */
  event: TimelineEvent | null;
  /** Ids of events of the order that were taken back. */
  voided: readonly string[];
}

/** Locked orders take what was told of them: at most one word of the whole order, and one of each parcel. */
export async function followTold(context: Context<never>, told: readonly Told[]): Promise<void> {
  const after = await followWhole(
    context,
    told.filter(({ parcel_id }) => parcel_id === null),
  );
  const parts = told.filter(({ parcel_id }) => parcel_id !== null);
  if (parts.length > 0) await followParts(context, parts, new Map(after.map((order) => [order.id, order])));
}

async function followWhole(context: Context<never>, told: readonly Told[]): Promise<OrderRow[]> {
  const untold = await takeBack(context, told);
  const entries = told.map((entry, index) => ({ ...entry, order: untold[index] as OrderRow }));
  const ended = entries.filter(({ order, event }) => isTerminal(order.status) && event !== null);
  const histories =
    ended.length === 0
      ? new Map<number, StepEvent[]>()
      : await historiesOf(
          context,
          ended.map(({ order }) => order.id),
        );
  const changes = entries.flatMap(
    ({ order, event }) => changeOf(context, order, event, histories.get(order.id)) ?? [],
  );
  const [changed] = await Promise.all([
    changeOrders(context, changes),
    moveCustodies(context, changes.flatMap(custodyAfter)),
    openAttention(
      context,
      changes
        .filter(({ order }) => order.status === "HOLD" || order.route_id !== null || isTerminal(order.status))
        .map(({ order, on, occurred_at }) => ({
          kind: isTerminal(order.status) ? "late_fact_conflict" : "outside_fact",
          order_id: order.id,
          route_id: order.route_id,
          detail: { on, occurred_at, status: order.status },
        })),
    ),
  ]);
  const after = new Map(changed.map((order) => [order.id, order]));
  return untold.map((order) => after.get(order.id) ?? order);
}

/** Null when the order stands where it was told to be, or has ended and was to end so. */
function changeOf(
  { now }: Context<never>,
  order: OrderRow,
  event: TimelineEvent | null,
  history: readonly StepEvent[] | undefined,
): OrderChange | null {
  const on = event === null ? null : toldCommandOf(event.base);
  if (event === null || on === null) return null;
  const occurred_at = between(order.created_at, event.occurred_at, now);
  const set = isTerminal(order.status)
    ? endedBefore(order, { on, at: occurred_at, code: event.status_code }, history ?? [])
    : followingSet(order, next(order.status, on), occurred_at);
  if (set.status === undefined || set.status === order.status) return null;
  return {
    order,
    set,
    kind: "order.status_changed",
    on,
    occurred_at,
    payload: {
      provider: event.source.provider ?? null,
      tracking_event_id: event.event_id,
      tracking_code: event.status_code,
      ...(isTerminal(order.status) ? { refolded: true } : {}),
      ...(occurred_at === event.occurred_at ? {} : { claimed_at: event.occurred_at }),
    },
    // Stored already, as its provider told it.
    tracking: null,
  };
}

function followingSet(order: OrderRow, status: OrderStatus | null, occurred_at: string): OrderChange["set"] {
  if (status === null) return {};
  return {
    status,
    ...(order.status === "HOLD" ? { hold: null, status_before_hold: null } : {}),
    ...(status === "FAILED_ATTEMPT" ? { attempts: order.attempts + 1 } : {}),
    ...(status === "DELIVERED" ? { delivered_at: occurred_at, partial: false } : {}),
  };
}

/** An order that has ended, of which an earlier end is told now: the fold decides, as for every late fact. */
function endedBefore(
  order: OrderRow,
  { on, at, code }: { on: OrderCommand; at: string; code: string },
  events: readonly StepEvent[],
): OrderChange["set"] {
  const history = stepsOf(events);
  if (history === undefined) return {};
  const seq = (events.at(-1)?.seq ?? 0) + 1;
  const { status } = order;
  const step = {
    seq,
    on,
    from: status,
    to: status,
    at,
    rank: rankOf(on, code),
    refolded: true,
    voided: false,
  };
  return foldedSet(order, foldSteps(history.start, [...history.steps, step]));
}

/** Who holds the goods once an order was told to be there; nobody new for a failed attempt or an exception. */
function custodyAfter({ order, set, occurred_at, payload }: OrderChange): CustodyMove[] {
  const provider = (payload?.["provider"] as string | null | undefined) ?? null;
  return custodyOf(order.id, set.status as OrderStatus, provider, occurred_at as string);
}

/** Take the steps of voided events out of the folds. One event of the log names one step, so one after the other. */
async function takeBack(context: Context<never>, told: readonly Told[]): Promise<OrderRow[]> {
  const orders = told.map(({ order }) => order);
  const touched = told.filter(({ voided }) => voided.length > 0);
  if (touched.length === 0) return orders;
  const histories = await stepEventsOf(
    context.db,
    context.business_id,
    touched.map(({ order }) => order.id),
  );
  const after = new Map<number, OrderRow>();
  for (const { order, voided } of touched)
    after.set(order.id, await takeBackOne(context, order, histories.get(order.id) ?? [], new Set(voided)));
  return orders.map((order) => after.get(order.id) ?? order);
}

async function takeBackOne(
  context: Context<never>,
  order: OrderRow,
  events: readonly StepEvent[],
  voided: ReadonlySet<string>,
): Promise<OrderRow> {
  const history = stepsOf(events);
  if (history === undefined) return order;
  const names = new Map(events.map(({ seq, payload }) => [seq, payload.tracking_event_id]));
  const isTold = (seq: number) => voided.has(names.get(seq) ?? "");
  let row = order;
  let steps = history.steps;
  for (const { seq } of steps.filter((step) => !step.voided && isTold(step.seq))) {
    steps = steps.map((step) => (step.seq === seq ? { ...step, voided: true } : step));
    const folded = foldSteps(history.start, steps);
    const [changed] = await changeOrders(context, [
      {
        order: row,
        set: foldedSet(row, folded),
        kind: "order.event_voided",
        payload: { voids: seq, voided_kind: "order.status_changed", reason: "corrected by its provider" },
        tracking: null,
      },
    ]);
    row = changed ?? row;
  }
  if (isTerminal(order.status) && !isTerminal(row.status)) await giveBack(context, { orders: [row.id] });
  return row;
}
