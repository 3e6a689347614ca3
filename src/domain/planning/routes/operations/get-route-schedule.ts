/** The routes of a day with their stops, for a Gantt chart and a map of them: one response instead of one for each route. */
import Type from "typebox";
import { getPlanningSettings, loadSettings } from "#domain/identity/settings/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Timestamp } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { findRouteIdsOfDate } from "../records/route.ts";
import { readRoutes } from "../route-with-stops.ts";
import { buildScheduledRoutes, ScheduledRoute } from "../schedule.ts";
import { getShift } from "../timing.ts";

export const getRouteSchedule = defineOperation({
  name: "clientRouteSchedule",
  summary: "Get the routes of a day with their stops",
  description:
    "Every route of the date that is not cancelled, at most 1,000, with its stops, windows and planned times, what its " +
    "vehicle carries at most, and the shift of the day. A contractor sees its own routes.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/client/route-schedule" },
  input: Type.Object({
    date: Type.Optional({ ...CalendarDate, description: "Default: today in the business's time zone." }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    date: CalendarDate,
    shift: Type.Object({ start: Timestamp, end: Timestamp }),
    routes: Type.Array(ScheduledRoute),
  }),

  async run(context, { date: requested_date }) {
    const { actor, db, business_id, now, settings: installation } = context;
    const { settings, time_zone } = await loadSettings(context);
    const date = requested_date ?? toLocalDate(now, time_zone);
    const contractor_id = actor.role === "broker_employee" ? (actor.contractor_id ?? -1) : null;
    const ids = await findRouteIdsOfDate(db, business_id, date, contractor_id);
    const routes = await buildScheduledRoutes({ db, business_id }, await readRoutes(db, business_id, ids));
    const { start, end } = getShift(date, getPlanningSettings(settings, installation), time_zone);
    return {
      result: true,
      date,
      shift: { start: start.toISOString(), end: end.toISOString() },
      routes,
    };
  },
});
