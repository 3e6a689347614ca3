/** What the commands at a stop share: the arrival, recording facts of its orders, reporting their outcomes. */

import {
  type FactOutcome,
  getStopPlace,
  type OrderFact,
  type OrderRow,
} from "#domain/orders/orders/public.ts";
import type { Emitted } from "#operation/define/context.ts";
import type { EventKind, PayloadOf } from "#operation/define/events.ts";
import { lockOwnStop, type OwnStop, type StopReference } from "./own-routes.ts";
import { flagClock } from "./progress.ts";
import { buildTrackedProofs } from "./proofs.ts";
import type { DriverContext } from "./refusals.ts";
import { buildMomentFields, clampToFloor, findLatest, type Moment, type TaskAction } from "./rules.ts";
import type { StopAnswer } from "./shapes.ts";

export interface Visit {
  at_stop: OwnStop;
  moment: Moment;
  outcomes: FactOutcome[];
  proofs: number;
}

export async function recordArrival(
  context: DriverContext,
  stop_reference: StopReference,
  reported_moment: Moment,
): Promise<Visit> {
  const at_stop = await lockOwnStop(context, stop_reference);
  const { own_route, stop } = at_stop;
  const moment = clampToFloor(reported_moment, own_route.route.created_at, context.now);
  return {
    at_stop,
    // A fact reported as it happens comes after the recorded ones, whichever call read the clock first.
    moment:
      moment.device_at === null
        ? { ...moment, at: findLatest([moment.at, stop?.status_at ?? null]) }
        : moment,
    outcomes: [],
    proofs: 0,
  };
}

/** The last step of each command: flag a wrong clock, report the outcome of each order. */
export async function buildVisitAnswer(
  context: DriverContext,
  stop_id: number,
  { at_stop, moment, outcomes, proofs }: Visit,
): Promise<StopAnswer> {
  const { own_route, stop, jobs } = at_stop;
  flagClock(context, moment, { route_id: own_route.route.id, stop_id });
  const ids = [...new Set(jobs.map((job) => job.order.id))];
  return {
    result: true,
    stop_id,
    stop_status: stop?.status ?? null,
    route_id: own_route.route.id,
    route_status: own_route.route.status,
    orders: ids.map((order_id) => ({
      order_id,
      status: own_route.locked.get(order_id)?.status ?? "",
      attention:
        outcomes.findLast((outcome) => outcome.order.id === order_id && outcome.attention !== null)
          ?.attention ?? null,
    })),
    proofs,
    ...buildMomentFields(moment),
  };
}

export function emitStopEvent(
  context: DriverContext,
  { own_route, stop, jobs }: OwnStop,
  stop_id: number,
  kind: Extract<EventKind, `stop.${string}`>,
  { at, device_at, skewed }: Moment,
  more: Partial<PayloadOf<"stop.completed"> & PayloadOf<"stop.proofs_captured">> = {},
  before: string | undefined = stop?.status,
): void {
  const payload: PayloadOf<"stop.completed"> = {
    route_id: own_route.route.id,
    driver_id: own_route.route.driver_id,
    order_ids: jobs.map((job) => job.order.id),
    status: stop?.status ?? null,
    ...(skewed ? { clock_skewed: true, device_at } : {}),
    ...more,
  };
  context.emit({
    subject: { type: "stop", id: stop_id },
    kind,
    payload,
    occurred_at: at,
    ...(stop === null ? {} : { before: { status: before }, after: { status: stop.status } }),
  } as Emitted);
}

type Tracking = NonNullable<OrderFact["tracking"]>;

/** Where a fact happened, in the form of a tracking event: the phone's position and the city of the address. */
export function buildEventLocation(
  order: OrderRow,
  action: TaskAction,
  at: { lat?: number | undefined; lng?: number | undefined },
): Partial<Tracking> {
  const place = getStopAddress(order, action);
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

export function getStopAddress(order: OrderRow, action: TaskAction) {
  return action === "pickup" ? order.pickup : (order.dropoff ?? getStopPlace(order));
}

export const buildDriverActor = (context: DriverContext) => ({
  type: "driver" as const,
  id: String(context.actor.driver_id),
});

export function buildTrackedFields(evidence: Parameters<typeof buildTrackedProofs>[0]): Partial<Tracking> {
  const proof = buildTrackedProofs(evidence);
  return proof.length === 0 ? {} : { proof };
}
