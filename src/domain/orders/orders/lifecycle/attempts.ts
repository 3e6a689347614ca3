/**
 * The attempts of orders that count, one row each in `order_attempt`: what figures of days, routes and drivers are counted from.
 *
 * An attempt counts when it changed the status in the fold. A change that the fold did not have to decide adds its own row; after a
 * late, replaced or voided report the rows of the order are those of the new fold.
 */
import type { Context, Emitted } from "#operation/define/context.ts";
import type { Db } from "#platform/db/db.ts";
import type { OrderRow } from "../records/order.ts";
import { routeDriversRequested } from "../topics.ts";
import { foldSteps } from "./rules.ts";
import { findCommandBetween, type OrderCommand, type OrderStatus } from "./status.ts";
import { buildSteps, loadStepEvents, type StepEvent } from "./status-history.ts";

type AttemptOutcome = "delivered" | "failed" | "rejected";

const OUTCOMES: Partial<Record<OrderCommand, AttemptOutcome>> = {
  complete: "delivered",
  collect: "delivered",
  external_delivered: "delivered",
  fail: "failed",
  external_attempted: "failed",
  reject: "rejected",
  external_rejected: "rejected",
};

/** What a command that applied says of an attempt; null for one that is no attempt. */
const getAttemptOutcome = (trigger: OrderCommand): AttemptOutcome | null => OUTCOMES[trigger] ?? null;

/** Whether a command that applied is an attempt that did not hand the goods over: failed or rejected. */
export function isFailedAttempt(trigger: OrderCommand): boolean {
  const outcome = getAttemptOutcome(trigger);
  return outcome !== null && outcome !== "delivered";
}

/** Whether the row `a` of `order_attempt` is the first attempt of its order, of all drivers. */
export const IS_FIRST_ATTEMPT = `not exists (select from order_attempt earlier where earlier.business_id = a.business_id
  and earlier.order_id = a.order_id and (earlier.at, earlier.id) < (a.at, a.id))`;

interface Attempt {
  order_id: number;
  at: string;
  outcome: AttemptOutcome;
  route_id: number | null;
  driver_id: number | null;
}

interface Payload {
  route_id?: number | null;
  driver_id?: number | null;
  voids?: number;
  restores?: number;
  replaces?: readonly number[];
  refolded?: boolean;
}

/** A change of an order as it was written. */
export interface WrittenChange {
  before: OrderRow;
  after: OrderRow;
  trigger: OrderCommand | undefined;
  occurred_at: string;
  payload: Payload;
  /** Events of the order that its transaction has not written yet. */
  pending: () => readonly { event: Emitted; recorded_at: string }[];
}

/** The attempt that a change is by itself; null when it is none. */
function readAttempt({ before, after, trigger, occurred_at, payload }: WrittenChange): Attempt | null {
  const [from, to] = [before.status as OrderStatus, after.status as OrderStatus];
  if (from === to) return null;
  const outcome = getAttemptOutcome(trigger ?? findCommandBetween(from, to) ?? "plan");
  if (outcome === null) return null;
  return {
    order_id: after.id,
    at: occurred_at,
    outcome,
    route_id: payload.route_id ?? null,
    driver_id: payload.driver_id ?? null,
  };
}

const hasRefolded = ({ payload: { voids, restores, replaces = [], refolded } }: WrittenChange) =>
  refolded === true || voids !== undefined || restores !== undefined || replaces.length > 0;

/** Whether the order has or had an attempt that a refold may change. */
const mayHaveAttempts = ({ before, after, trigger }: WrittenChange) =>
  [before, after].some((one) => one.attempts > 0 || one.delivered_at !== null || one.status === "REJECTED") ||
  (trigger !== undefined && getAttemptOutcome(trigger) !== null);

/** The attempts of whole orders by the fold of their events, oldest first. */
function foldAttempts(order_id: number, events: readonly StepEvent[]): Attempt[] {
  const history = buildSteps(events);
  if (history === undefined) return [];
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  const steps = new Map(history.steps.map((step) => [step.seq, step]));
  return foldSteps(history.start, history.steps).moved.flatMap((seq) => {
    const step = steps.get(seq);
    const outcome = step === undefined ? null : getAttemptOutcome(step.trigger);
    const payload = (bySeq.get(seq)?.payload ?? {}) as Payload;
    if (step === undefined || outcome === null) return [];
    const { route_id = null, driver_id = null } = payload;
    return [{ order_id, at: step.at, outcome, route_id, driver_id }];
  });
}

/** Store the attempts that some changes of orders add, or those of the orders whose history they changed. */
export async function storeAttempts(
  { db, business_id, publish }: Pick<Context<never>, "db" | "business_id" | "publish">,
  changes: readonly WrittenChange[],
): Promise<void> {
  const again = changes.filter((change) => hasRefolded(change) && mayHaveAttempts(change));
  const added = changes.flatMap((change) => (hasRefolded(change) ? [] : (readAttempt(change) ?? [])));
  if (again.length > 0) {
    const ids = again.map(({ after }) => after.id);
    const histories = await loadStepEvents(db, business_id, ids);
    for (const { after, pending } of again) {
      const events = [...(histories.get(after.id) ?? [])];
      for (const { event, recorded_at } of pending()) {
        const { kind, occurred_at = recorded_at, payload = {} } = event;
        const seq = (events.at(-1)?.seq ?? 0) + 1;
        events.push({ subject_id: String(after.id), seq, kind, occurred_at, recorded_at, payload });
      }
      added.push(...foldAttempts(after.id, events));
    }
    await db.execute("delete from order_attempt where business_id = $1 and order_id = any($2::bigint[])", [
      business_id,
      ids,
    ]);
  }
  if (added.length === 0) return;
  const route_ids = [
    ...new Set(
      added.flatMap(({ driver_id, route_id }) => (driver_id === null && route_id !== null ? [route_id] : [])),
    ),
  ];
  const route_drivers =
    route_ids.length === 0 ? [] : (await publish(routeDriversRequested, { route_ids })).flat();
  const drivers = new Map(route_drivers.map(({ route_id, driver_id }) => [route_id, driver_id]));
  const rows = added.map((attempt) => ({
    ...attempt,
    driver_id: attempt.driver_id ?? drivers.get(attempt.route_id ?? 0) ?? null,
  }));
  await db.execute(
    `insert into order_attempt (business_id, order_id, at, outcome, route_id, driver_id)
     select $1, a.order_id, a.at, a.outcome, a.route_id, a.driver_id
       from json_to_recordset($2::json) as a(order_id bigint, at timestamptz, outcome text, route_id bigint, driver_id bigint)`,
    [business_id, JSON.stringify(rows)],
  );
}

/** Failed attempts at the stops of routes, those that a later attempt made good included; routes without one are absent. */
export async function countFailedAttempts(
  db: Db,
  business_id: number,
  route_ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.rows<{ route_id: number; n: number }>(
    `select route_id, count(*)::int as n from order_attempt
      where business_id = $1 and route_id = any($2::bigint[]) and outcome <> 'delivered' group by route_id`,
    [business_id, [...route_ids]],
  );
  return new Map(rows.map(({ route_id, n }) => [route_id, n]));
}
