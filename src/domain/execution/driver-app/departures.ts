/**
 * When the goods of a route departed: recomputed whenever an earlier fact becomes known.
 *
 * An order departs with its route; one that was not ready departs when it is loaded, or at the latest before the first
 * fact reported at its stop. The moment follows from the known facts, never from the order in which they arrive.
 */
import {
  computeStatusBefore,
  listRecordedFacts,
  loadHistories,
  type OrderRow,
  type RecordedFact,
  recordFacts,
  type StepEvent,
} from "#domain/orders/orders/public.ts";
import { cacheOrder, getCustodyAboard, type OwnRoute } from "./own-routes.ts";
import type { DriverContext } from "./refusals.ts";
import { impliesDeparture, isStopCommand, leavesWithRoute } from "./rules.ts";

/** A fact reported at a stop that is not recorded yet. */
export interface StopVisit {
  stop_id: number;
  order_id: number;
  at: string;
}

/** Record or move the departures of some orders of a route. Correct ones stay unchanged. */
export async function reviseDepartures(
  context: DriverContext,
  own_route: OwnRoute,
  order_ids: readonly number[],
  visit?: StopVisit,
): Promise<void> {
  const orders = order_ids.flatMap((id) => own_route.locked.get(id) ?? []);
  if (orders.length === 0) return;
  const needs_load_check = context.business.settings.require_load_check;
  const histories = await loadHistories(
    context,
    orders.map((order) => order.id),
  );
  const facts = orders.flatMap((order) => {
    const events = histories.get(order.id) ?? [];
    const visits = visit?.order_id === order.id ? [visit] : [];
    const at = computeDeparture(own_route, order, events, visits, needs_load_check);
    if (at === null) return [];
    const of_route = withoutReplacedFacts(events).filter((fact) => fact.route_id === own_route.route.id);
    const departures = of_route.filter((fact) => fact.trigger === "depart");
    if (departures.length === 1 && departures[0]?.at === at) return [];
    // Goods scanned aboard a route that is under way only changed custody.
    const others = withoutReplacedFacts(events).filter((fact) => !departures.includes(fact));
    const replaces = [
      ...departures.map((fact) => fact.seq),
      ...findNextLoads(others, own_route.route.id, at),
    ];
    return [
      {
        order,
        fact: {
          trigger: "depart" as const,
          occurred_at: at,
          payload: { route_id: own_route.route.id },
          custody: getCustodyAboard(own_route.route),
          goods_aboard: true,
          ...(replaces.length === 0 ? {} : { replaces }),
        },
      },
    ];
  });
  for (const { order } of await recordFacts(context, facts)) cacheOrder(own_route, order);
}

/** When an order departed with a route; null if it did not. */
function computeDeparture(
  { route, stops }: OwnRoute,
  order: OrderRow,
  events: readonly StepEvent[],
  visits: readonly StopVisit[],
  needs_load_check: boolean,
): string | null {
  const of_route = withoutReplacedFacts(events).filter((fact) => fact.route_id === route.id);
  const departures = new Set(of_route.filter((fact) => fact.trigger === "depart").map((fact) => fact.seq));
  const statusAt = (at: string) => computeStatusBefore(events, { trigger: "depart", at }, departures);
  const started = route.actual_start_at === null ? null : new Date(route.actual_start_at).toISOString();
  if (started !== null && leavesWithRoute(statusAt(started), order.type, needs_load_check)) return started;
  const pickups = new Set(
    stops
      .filter((stop) => stop.tasks.some((task) => task.order_id === order.id && task.action === "pickup"))
      .map((stop) => stop.id),
  );
  const reported = [
    ...of_route.flatMap(({ trigger, at, stop_id }) =>
      stop_id !== null && isStopCommand(trigger) && !pickups.has(stop_id) ? [at] : [],
    ),
    ...visits.map((visit) => visit.at),
  ].sort();
  const [first = null] = reported;
  const loaded = of_route
    .filter(
      ({ trigger, at }) =>
        trigger === "load" && started !== null && at > started && (first === null || at <= first),
    )
    .map((fact) => fact.at)
    .sort()
    .find((at) => statusAt(at) === "LOADED");
  if (loaded !== undefined) return loaded;
  return first !== null && impliesDeparture(statusAt(first)) ? first : null;
}

/** The load scans onto a route that follow a moment, up to the next other fact of their order. */
export function findNextLoads(facts: readonly RecordedFact[], route_id: number, at: string): number[] {
  const later = facts
    .filter((fact) => fact.at > at)
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const end = later.findIndex(
    (fact) => fact.trigger !== "load" || fact.stop_id !== null || fact.route_id !== route_id,
  );
  return (end === -1 ? later : later.slice(0, end)).map((fact) => fact.seq);
}

export function withoutReplacedFacts(events: readonly StepEvent[]): RecordedFact[] {
  return listRecordedFacts(events).filter((fact) => fact.stands);
}
