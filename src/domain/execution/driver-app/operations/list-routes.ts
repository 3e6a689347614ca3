/** The driver's own routes: those of a date, or those of today and every open one. */

import Type from "typebox";
import type { RouteRow } from "#domain/planning/routes/public.ts";
import { defineList, parameter } from "#operation/define/list.ts";
import { CalendarDate, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { getOwnDriver, refuseSuspended } from "../own-routes.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { DriverRoute } from "../shapes.ts";
import { DUTY_STATES } from "./set-duty.ts";

const ON_DATE =
  "r.date = $date::date and r.status in ('RELEASED', 'LOADED', 'IN_PROGRESS', 'COMPLETED', 'CLOSED')";
const TODAY_OR_OPEN = `(r.status in ('RELEASED', 'LOADED', 'IN_PROGRESS')
  or (r.date = $today::date and r.status in ('COMPLETED', 'CLOSED')))`;

export const listRoutes = defineList({
  name: "driverRoutes",
  summary: "List own routes",
  access: { roles: ["driver"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/driver/routes" },
  localised: true,
  filters: { date: parameter(CalendarDate) },
  rows: { routes: Type.Array(DriverRoute) },
  below: {
    duty: StringEnum(DUTY_STATES, { description: "The driver's duty state." }),
    duty_since: Nullable(Timestamp),
  },
  refusals: DRIVER_REFUSALS,
  from: "route r",
  where: ["r.driver_id = $driver", ON_DATE, TODAY_OR_OPEN],
  order: "r.date, r.id",
  async values(context, { date }) {
    const driver = await getOwnDriver(context, { lock: false });
    refuseSuspended(context, driver);
    const { id, duty, duty_since } = driver;
    const today = date === undefined ? toLocalDate(context.now, context.business.time_zone) : undefined;
    return { driver: id, duty, duty_since, date, today };
  },
  build: (route: RouteRow) => route,
  readBeside: (_, { values: { duty, duty_since } }) => ({ duty, duty_since }),
});
