/** What can be done with chosen stops. Pure. */
import type { ScheduledRoute, ScheduledStop } from "../../routes/queries.ts";
import { listOrderIds } from "./selection.ts";
import { isUnvisited } from "./timeline.ts";

export interface ChosenStop {
  route: ScheduledRoute;
  stop: ScheduledStop;
}

export function routeName(route: Pick<ScheduledRoute, "driver_name" | "number">): string {
  return route.driver_name ?? route.number;
}

/** The orders that can be moved, in the sequence of their stops. */
export function listMovable(chosen_stops: readonly ChosenStop[]): number[] {
  const movable = chosen_stops.filter(({ route, stop }) => route.can_edit_stops && isUnvisited(stop));
  return [...new Set(movable.flatMap(({ stop }) => listOrderIds(stop)))];
}

/** The place of a stop among the unvisited ones of its route, one earlier or later; null at the ends. */
export function shiftedPosition({ route, stop }: ChosenStop, by: -1 | 1): number | null {
  const open = route.stops.filter(isUnvisited);
  const at = open.findIndex(({ id }) => id === stop.id);
  const next = at + by;
  return at === -1 || next < 0 || next >= open.length ? null : next + 1;
}
