/** What a driver does today, as the list and the map show it. Pure. */
import type { RouteSummary } from "../../planning/routes/queries.ts";

const STATES = ["IN_PROGRESS", "LOADED", "RELEASED", "ASSIGNED", "PLANNED", "DRAFT"] as const;

/** The route that a driver is on, else the next one, else the last of the day. */
export function chooseRoute(routes: readonly RouteSummary[], driver_id: number): RouteSummary | undefined {
  const own_routes = routes.filter((route) => route.driver_id === driver_id && route.status !== "CANCELLED");
  for (const status of STATES) {
    const [first] = own_routes
      .filter((route) => route.status === status)
      .sort((one, other) => (one.planned_start_at ?? "").localeCompare(other.planned_start_at ?? ""));
    if (first !== undefined) return first;
  }
  return own_routes.at(-1);
}

/** How old a position is: drivers report about every half minute while they drive. */
export type Age = "fresh" | "older" | "old";

const FRESH_S = 2 * 60;
const OLDER_S = 10 * 60;

export function computeAge(at: string, now: number): Age {
  const seconds = (now - Date.parse(at)) / 1000;
  if (seconds <= FRESH_S) return "fresh";
  return seconds <= OLDER_S ? "older" : "old";
}
