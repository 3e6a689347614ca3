/** What is chosen on the board: one choice for the Gantt chart, the list and the map. */
import { useCallback, useMemo, useState } from "react";
import type { ScheduledRoute, ScheduledStop } from "../../routes/queries.ts";

/** How a choice changes: replaced, one more or less, or extended by more. */
type SelectMode = "only" | "toggle" | "add";

export interface Selection {
  /** Chosen orders: a stop is chosen when one of its orders is. */
  order_ids: ReadonlySet<number>;
  /** The stop that the keyboard is at, and whose details are shown. */
  stop_id: number | null;
  route_id: number | null;
  selectOrders: (order_ids: readonly number[], mode?: SelectMode) => void;
  selectStop: (stop: ScheduledStop, route_id: number, mode?: SelectMode) => void;
  selectRoute: (route_id: number | null) => void;
  clear: () => void;
}

export const listOrderIds = (stop: ScheduledStop): number[] => [...new Set(stop.orders.map(({ id }) => id))];

/** The chosen orders after a choice of some. Pure. */
function computeSelected(
  before: ReadonlySet<number>,
  order_ids: readonly number[],
  mode: SelectMode,
): ReadonlySet<number> {
  if (mode === "only") return new Set(order_ids);
  const after = new Set(before);
  const all_in = order_ids.every((id) => before.has(id));
  for (const id of order_ids) {
    if (mode === "toggle" && all_in) after.delete(id);
    else after.add(id);
  }
  return after;
}

/** The chosen stops in the sequence of the routes. Pure. */
export function listChosenStops(
  routes: readonly ScheduledRoute[],
  order_ids: ReadonlySet<number>,
): { route: ScheduledRoute; stop: ScheduledStop }[] {
  if (order_ids.size === 0) return [];
  return routes.flatMap((route) =>
    route.stops.flatMap((stop) => (stop.orders.some(({ id }) => order_ids.has(id)) ? [{ route, stop }] : [])),
  );
}

const NONE: ReadonlySet<number> = new Set();

export function useSelection(): Selection {
  const [order_ids, setOrders] = useState(NONE);
  const [stop_id, setStop] = useState<number | null>(null);
  const [route_id, setRoute] = useState<number | null>(null);
  const selectOrders = useCallback((ids: readonly number[], mode: SelectMode = "only") => {
    setOrders((before) => computeSelected(before, ids, mode));
    if (mode === "only") setStop(null);
  }, []);
  const selectStop = useCallback((stop: ScheduledStop, route: number, mode: SelectMode = "only") => {
    setOrders((before) => computeSelected(before, listOrderIds(stop), mode));
    setStop(stop.id);
    if (mode === "only") setRoute(route);
  }, []);
  const selectRoute = useCallback((id: number | null) => {
    setRoute(id);
    setOrders(NONE);
    setStop(null);
  }, []);
  const clear = useCallback(() => {
    setOrders(NONE);
    setStop(null);
    setRoute(null);
  }, []);
  return useMemo(
    () => ({ order_ids, stop_id, route_id, selectOrders, selectStop, selectRoute, clear }),
    [order_ids, stop_id, route_id, selectOrders, selectStop, selectRoute, clear],
  );
}
