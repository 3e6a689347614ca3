/** The stop that an arrow key leads to. Pure. */
import type { ScheduledRoute, ScheduledStop } from "../../routes/queries.ts";
import { computeVisit } from "./timeline.ts";

export type Step = "before" | "after" | "above" | "below" | "first" | "last" | "same";

interface Place {
  route: ScheduledRoute;
  stop: ScheduledStop;
}

const getStart = (stop: ScheduledStop) => computeVisit(stop)?.start ?? 0;

/** Without a current stop the first one of the chosen route, or of the first route that has stops. */
export function findNeighbour(
  routes: readonly ScheduledRoute[],
  stop_id: number | null,
  step: Step,
  route_id: number | null = null,
): Place | undefined {
  const row = routes.findIndex(({ stops }) => stops.some(({ id }) => id === stop_id));
  const route = routes[row];
  if (route === undefined) {
    const begun = routes.find(({ id, stops }) => id === route_id && stops.length > 0);
    const first = begun ?? routes.find(({ stops }) => stops.length > 0);
    return first?.stops[0] && { route: first, stop: first.stops[0] };
  }
  const at = route.stops.findIndex(({ id }) => id === stop_id);
  const inRow = (index: number): Place | undefined => {
    const stop = route.stops[Math.min(route.stops.length - 1, Math.max(0, index))];
    return stop && { route, stop };
  };
  if (step === "before") return inRow(at - 1);
  if (step === "after") return inRow(at + 1);
  if (step === "first") return inRow(0);
  if (step === "last") return inRow(route.stops.length - 1);
  if (step === "same") return inRow(at);
  const others = step === "above" ? routes.slice(0, row).reverse() : routes.slice(row + 1);
  const other = others.find(({ stops }) => stops.length > 0);
  if (other === undefined) return inRow(at);
  const time = getStart(route.stops[at] as ScheduledStop);
  const stop = other.stops.reduce((best, one) =>
    Math.abs(getStart(one) - time) < Math.abs(getStart(best) - time) ? one : best,
  );
  return { route: other, stop };
}
