/** Routes by date, status and driver. */
import Type from "typebox";
import { countFailedAttempts } from "#domain/orders/orders/public.ts";
import { defineList, indexed } from "#operation/define/list.ts";
import { CalendarDate, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { type RouteRow, toRouteSummary } from "../records/route.ts";
import { RouteSummary } from "../shapes.ts";
import { ROUTE_STATUSES } from "../status.ts";

const SORT = [
  { sql: "r.date", member: "date", type: "date", descending: true },
  { sql: "r.id", member: "id", type: "bigint", descending: false },
] as const;

export const listRoutes = defineList({
  name: "clientRoutes",
  summary: "List routes",
  description:
    "Newest day first, with status, driver and counts of stops. A contractor sees the routes of its own drivers.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/client/routes" },
  mcp: { user: "get_routes" },
  filters: {
    date: indexed(CalendarDate),
    status: indexed(Type.Array(StringEnum(ROUTE_STATUSES), { maxItems: 10 })),
    driver_id: indexed(Ref("driver")),
    plan_run_id: indexed(Ref("plan_run")),
  },
  rows: { routes: Type.Array(RouteSummary) },
  from: "route r",
  select: `select r.*, d.name as driver_name,
      (select count(distinct t.order_id) from stop s
         join stop_task t on t.business_id = s.business_id and t.stop_id = s.id and t.status <> 'REMOVED'
        where s.business_id = r.business_id and s.route_id = r.id) as orders
    from route r left join driver d on d.business_id = r.business_id and d.id = r.driver_id`,
  where: "r.contractor_id = $contractor_id",
  order: SORT,
  values: ({ actor }) => ({
    contractor_id: actor.role === "broker_employee" ? (actor.contractor_id ?? -1) : undefined,
  }),
  async buildAll(rows: (RouteRow & { driver_name: string | null; orders: number })[], { db, business_id }) {
    const failed = await countFailedAttempts(
      db,
      business_id,
      rows.map(({ id }) => id),
    );
    return rows.map(({ driver_name, orders, ...route }) =>
      toRouteSummary(route, driver_name, { orders, failed_attempts: failed.get(route.id) ?? 0 }),
    );
  },
});
