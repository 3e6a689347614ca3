/** What fleets ask of the family that plans routes. */
import { defineTopic } from "#operation/define/topic.ts";

export interface RoutesOfDay {
  /** `YYYY-MM-DD`. */
  date: string;
  routes: number;
  /** Of them, those without a driver. */
  unassigned: number;
}

/** The routes of each day of a period, of a contractor or (null) of the business itself; days without any are absent. */
export const routesOfDaysRequested = defineTopic<
  { contractor_id: number | null; from: string; to: string },
  RoutesOfDay[]
>("fleets.routes_of_days_requested");
