/** The driver's own routes: those of a date, or those of today and every open one. */
import Type from "typebox";
import type { RouteRow } from "#domain/planning/routes/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { getOwnDriver, refuseSuspended } from "../own-routes.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { DriverRoute } from "../shapes.ts";
import { DUTY_STATES } from "./set-duty.ts";

const ON_DATE =
  "r.date = $3::date and r.status in ('RELEASED', 'LOADED', 'IN_PROGRESS', 'COMPLETED', 'CLOSED')";
const TODAY_OR_OPEN = `(r.status in ('RELEASED', 'LOADED', 'IN_PROGRESS')
  or (r.date = $3::date and r.status in ('COMPLETED', 'CLOSED')))`;

export const listRoutes = defineOperation({
  name: "driverRoutes",
  summary: "List own routes",
  effect: "read",
  access: { roles: ["driver"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/driver/routes" },
  localised: true,
  input: Type.Object({ ...PageInput, date: Type.Optional(CalendarDate) }),
  output: Type.Object({
    ...PageOutput,
    routes: Type.Array(DriverRoute),
    duty: StringEnum(DUTY_STATES, { description: "The driver's duty state." }),
    duty_since: Nullable(Timestamp),
  }),
  refusals: DRIVER_REFUSALS,

  async run(context, input) {
    const { db, business_id, business, now } = context;
    const { page, per_page, offset } = readPaging(input);
    const driver = await getOwnDriver(context, { lock: false });
    refuseSuspended(context, driver);
    const date = input.date ?? toLocalDate(now, business.time_zone);
    const condition = input.date === undefined ? TODAY_OR_OPEN : ON_DATE;
    const [routes, counted] = await Promise.all([
      db.rows<RouteRow>(
        `select r.* from route r where r.business_id = $1 and r.driver_id = $2 and ${condition}
          order by r.date, r.id limit $4 offset $5`,
        [business_id, driver.id, date, per_page, offset],
      ),
      db.row<{ n: number }>(
        `select count(*) as n from route r where r.business_id = $1 and r.driver_id = $2 and ${condition}`,
        [business_id, driver.id, date],
      ),
    ]);
    const { duty, duty_since } = driver;
    return { result: true, total: counted?.n ?? 0, page, per_page, routes, duty, duty_since };
  },
});
