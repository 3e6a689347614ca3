/** Get the routes of a driver on a date. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { canSeeRoute } from "../command.ts";
import { messages } from "../messages.ts";
import { buildRouteView, readRoute } from "../route-with-stops.ts";
import { RouteDetail } from "../shapes.ts";

export const getDriverRoutes = defineOperation({
  name: "clientDriverRoutes",
  summary: "Get the orders of a driver on a date",
  description: "Routes with their stops and orders, by default of today.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read", "drivers:read"] },
  rest: { method: "GET", path: "/api/v1/client/drivers/{driver_id}/routes" },
  mcp: { user: "get_driver_routes_today" },
  input: Type.Object({ driver_id: Ref("driver"), date: Type.Optional(CalendarDate) }),
  output: Type.Object({
    result: Type.Boolean(),
    driver_id: Ref("driver"),
    driver_name: Type.String(),
    date: CalendarDate,
    routes: Type.Array(RouteDetail),
  }),

  async run({ actor, business, db, business_id, now, refuse }, { driver_id, date }) {
    const day = date ?? toLocalDate(now, business.time_zone);
    const [driver, ids] = await Promise.all([
      db.row<{ name: string; contractor_id: number | null }>(
        "select name, contractor_id from driver where business_id = $1 and id = $2",
        [business_id, driver_id],
      ),
      db.rows<{ id: number }>(
        "select id from route where business_id = $1 and driver_id = $2 and date = $3::date and status <> 'CANCELLED' order by id limit 50",
        [business_id, driver_id, day],
      ),
    ]);
    const is_foreign = actor.role === "broker_employee" && driver?.contractor_id !== actor.contractor_id;
    if (driver === undefined || is_foreign) throw refuse("not_found", { message: messages.unknown_driver });
    const routes = await Promise.all(ids.map(({ id }) => readRoute(db, business_id, id)));
    // A driver who joined a contractor may have driven routes of the business before.
    const visible_routes = routes.filter(
      (route_with_stops) => route_with_stops !== undefined && canSeeRoute(actor, route_with_stops.route),
    );
    return {
      result: true,
      driver_id,
      driver_name: driver.name,
      date: day,
      routes: visible_routes.flatMap((route_with_stops) =>
        route_with_stops === undefined ? [] : [buildRouteView(route_with_stops, driver.name)],
      ),
    };
  },
});
