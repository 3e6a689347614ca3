/** What the commands at a stop share: reaching it, recording facts of its orders, telling what became of them. */
import {
  type FactOutcome,
  type OrderCommand,
  type OrderFact,
  type OrderRow,
  recordFact,
  stopPlace,
} from "#domain/orders/public.ts";
import { toldOf } from "../command.ts";
import { lockOwnStop, type OwnStop, type StopNamed } from "../own.ts";
import { flagClock, remember } from "../progress.ts";
import { trackedProofs } from "../proofs.ts";
import type { DriverContext } from "../refusals.ts";
import { impliedBefore, type Moment, notBefore, type TaskAction } from "../rules.ts";
import type { StopAnswer } from "../shapes.ts";

export interface Visit {
  at_stop: OwnStop;
  moment: Moment;
  outcomes: FactOutcome[];
  proofs: number;
}

export async function reach(context: DriverContext, named: StopNamed, given: Moment): Promise<Visit> {
  const at_stop = await lockOwnStop(context, named);
  return {
    at_stop,
    moment: notBefore(given, at_stop.own.route.created_at, context.now),
    outcomes: [],
    proofs: 0,
  };
}

/** The last beat of each: flag the clock, tell what became of the orders. */
export async function answerOf(
  context: DriverContext,
  stop_id: number,
  { at_stop, moment, outcomes, proofs }: Visit,
): Promise<StopAnswer> {
  const { own, stop, jobs } = at_stop;
  await flagClock(context, moment, { route_id: own.route.id, stop_id });
  const ids = [...new Set(jobs.map((job) => job.order.id))];
  return {
    result: true,
    stop_id,
    stop_status: stop?.status ?? null,
    route_id: own.route.id,
    route_status: own.route.status,
    orders: ids.map((order_id) => ({
      order_id,
      status: own.locked.get(order_id)?.status ?? "",
      attention:
        outcomes.findLast((outcome) => outcome.order.id === order_id && outcome.attention !== null)
          ?.attention ?? null,
    })),
    proofs,
    ...toldOf(moment),
  };
}

export function emitStop(
  context: DriverContext,
  { own, stop, jobs }: OwnStop,
  stop_id: number,
  kind: string,
  { at, device_at, skewed }: Moment,
  more: Record<string, unknown> = {},
  before: string | undefined = stop?.status,
): void {
  context.emit({
    subject: { type: "stop", id: stop_id },
    kind,
    payload: {
      route_id: own.route.id,
      driver_id: own.route.driver_id,
      order_ids: jobs.map((job) => job.order.id),
      status: stop?.status ?? null,
      ...(skewed ? { clock_skewed: true, device_at } : {}),
      ...more,
    },
    occurred_at: at,
    ...(stop === null ? {} : { before: { status: before }, after: { status: stop.status } }),
  });
}

type Tracking = NonNullable<OrderFact["tracking"]>;

/** Where a fact happened, as tracking tells it: the phone's position and the city of the address. */
export function locationOf(
  order: OrderRow,
  action: TaskAction,
  at: { lat?: number | undefined; lng?: number | undefined },
): Partial<Tracking> {
  const place = placeOf(order, action);
  const address = {
    ...(place?.city ? { city: place.city } : {}),
    ...(place?.region ? { region: place.region } : {}),
    ...(place?.country ? { country: place.country } : {}),
  };
  const geo = at.lat === undefined || at.lng === undefined ? {} : { geo: { lat: at.lat, lon: at.lng } };
  return {
    location: { kind: "customer", ...(Object.keys(address).length === 0 ? {} : { address }), ...geo },
  };
}

export function placeOf(order: OrderRow, action: TaskAction) {
  return action === "pickup" ? order.pickup : (order.dropoff ?? stopPlace(order));
}

/**
 * What a late fact at the door implies: a departure, unless one was told of that was earlier. Goods that were
 * handed over were under way, whatever has been decided about their order since.
 */
async function impliedLate(
  { db, business_id }: DriverContext,
  order: OrderRow,
  at: string,
): Promise<OrderCommand[]> {
  if (order.type !== "D") return [];
  const departed = await db.row(
    `select id from event where business_id = $1 and subject_type = 'order' and subject_id = $2 and occurred_at <= $3
       and payload ->> 'on' = 'depart' limit 1`,
    [business_id, String(order.id), at],
  );
  return departed === undefined ? ["depart"] : [];
}

/**
 * Record a fact of an order at a stop, with what it implies: goods handed over were aboard and under way. A fact
 * older than the order's present status is left to the order's own fold.
 */
export async function record(
  context: DriverContext,
  visit: Visit,
  order_id: number,
  on: OrderCommand,
  fact: Omit<OrderFact, "on" | "occurred_at">,
) {
  const { own } = visit.at_stop;
  const { at } = visit.moment;
  const take = async (command: OrderCommand, more: Omit<OrderFact, "on" | "occurred_at">) => {
    const order = own.locked.get(order_id);
    if (order === undefined) throw new Error(`Order ${order_id} was not locked.`);
    const outcome = await recordFact(context, order, { on: command, occurred_at: at, ...more });
    remember(own, outcome.order);
    visit.outcomes.push(outcome);
  };
  const order = own.locked.get(order_id);
  if (
    order !== undefined &&
    on !== "pick_up" &&
    on !== "load" &&
    fact.tracking?.code !== "otep:core:pickup_failed"
  ) {
    const late = Date.parse(at) < Date.parse(order.status_since);
    const implied = late ? await impliedLate(context, order, at) : impliedBefore(order.status, on);
    for (const command of implied)
      await take(command, { payload: { implied: true, route_id: own.route.id } });
  }
  await take(on, fact);
}

export const actorOf = (context: DriverContext) => ({
  type: "driver" as const,
  id: String(context.actor.driver_id),
});

export function trackedOf(evidence: Parameters<typeof trackedProofs>[0]): Partial<Tracking> {
  const proof = trackedProofs(evidence);
  return proof.length === 0 ? {} : { proof };
}
