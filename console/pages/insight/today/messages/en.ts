/** Texts of the overview of a day. */
import { createPlural } from "../../../../language/plural.ts";

const plural = createPlural("en");

export const messages = {
  today: "Today",
  by_status: "Orders by status",
  orders: "Orders of the day",
  no_orders: "No orders on this day.",
  of: (n: string, all: string) => `${n} of ${all}`,
  figure: (label: string, n: string) => `${label}: ${n}`,
  groups: {
    unplanned: "Unplanned",
    on_routes: "On routes",
    out: "Out for delivery",
    delivered: "Delivered",
    failed: "Failed",
    exceptions: "Exceptions",
    held: "Held",
  },
  failed_attempts: "Failed attempts",
  at_first: (share: string) => `${share} delivered at the first`,
  on_duty: "Drivers on duty",
  routes: (n: string) => `Routes (${n})`,
  all_routes: "All routes",
  plan: "Plan this day",
  no_routes: "No routes yet.",
  route_states: {
    planned: "Not released",
    released: "Released",
    in_progress: "On the road",
    finished: "Finished",
  },
  stops_done: "Stops done",
  stops_of: (n: string, all: string) => `${n} of ${all} stops done`,
  summary: (created: string, late: string, exceptions: number) =>
    `${created} came in on this day · ${late} late · ${plural(exceptions, { one: "# exception", other: "# exceptions" })} open`,
  needs: "Needs a person",
  all_exceptions: "All exceptions",
  nothing: "Nothing needs you",
  nothing_about: "Failed attempts, late stops, stalled routes and the like appear here.",
  oldest: (ago: string) => `oldest ${ago}`,
};
