/** What drivers ask of the families that send them on routes. */
import { defineTopic } from "#operation/define/topic.ts";

export interface RouteUnderWay {
  driver_id: number;
  route_id: number;
  route_number: string;
  stops_total: number;
  stops_resolved: number;
}

/** The routes on which these drivers are now, the newest of each; drivers on none are absent. */
export const routesUnderWayRequested = defineTopic<{ driver_ids: readonly number[] }, RouteUnderWay[]>(
  "drivers.routes_under_way_requested",
);

export interface DrivenStops {
  routes: number;
  stops_done: number;
  stops_partial: number;
  stops_failed: number;
  stops_with_window: number;
  /** Reached before the window of the stop ended. */
  stops_on_time: number;
}

/** What a driver did on routes of a period, both days included. */
export const drivenStopsRequested = defineTopic<{ driver_id: number; from: string; to: string }, DrivenStops>(
  "drivers.driven_stops_requested",
);
