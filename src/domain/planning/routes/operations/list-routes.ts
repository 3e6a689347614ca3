/** Routes by date, status and driver. */
import Type from "typebox";
import { countFailedAttempts } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { CalendarDate, Id, StringEnum } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput, type SortColumn } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { ROUTE_COLUMNS } from "../rows.ts";
import { RouteSummary, toRouteSummary } from "../shapes.ts";
import { ROUTE_STATUSES } from "../status.ts";
import type { RouteRow } from "../tables.ts";

const COLUMNS = ROUTE_COLUMNS.split(",")
  .map((column) => `r.${column.trim()}`)
  .join(", ");

const SORT: readonly SortColumn[] = [
  { sql: "r.date", member: "date", type: "date", descending: true },
  { sql: "r.id", member: "id", type: "bigint", descending: false },
];

export const listRoutes = defineOperation({
  name: "clientRoutes",
  summary: "List routes",
  description:
    "Newest day first, with status, driver and counts of stops. A contractor sees the routes of its own drivers.",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/client/routes" },
  mcp: { user: "get_routes" },
  input: Type.Object({
    ...CursorInput,
    date: Type.Optional(CalendarDate),
    status: Type.Optional(Type.Array(StringEnum(ROUTE_STATUSES), { maxItems: 10 })),
    driver_id: Type.Optional(Id),
    plan_run_id: Type.Optional(Id),
  }),
  output: Type.Object({ ...CursorOutput, routes: Type.Array(RouteSummary) }),

  async run({ actor, db, business_id }, input) {
    const values: unknown[] = [business_id];
    const where = ["r.business_id = $1"];
    const filter = (sql: string, value: unknown) => {
      if (value === undefined) return;
      values.push(value);
      where.push(sql.replace("?", `$${values.length}`));
    };
    filter("r.date = ?::date", input.date);
    filter("r.status = any(?::text[])", input.status);
    filter("r.driver_id = ?", input.driver_id);
    filter("r.plan_run_id = ?", input.plan_run_id);
    if (actor.role === "broker_employee") filter("r.contractor_id = ?", actor.contractor_id ?? -1);
    const condition = where.join(" and ");
    const window = buildWindow(input, SORT, { condition, values });
    const { rows, paging } = await readListPage<RouteRow & { driver_name: string | null; orders: number }>(
      db,
      window,
      `select ${COLUMNS}, d.name as driver_name,
         (select count(distinct t.order_id) from stop s
            join stop_task t on t.business_id = s.business_id and t.stop_id = s.id and t.status <> 'REMOVED'
           where s.business_id = r.business_id and s.route_id = r.id) as orders
       from route r left join driver d on d.business_id = r.business_id and d.id = r.driver_id
       where ${condition}${window.sql}`,
      countRows(db, `from route r where ${condition}`, values),
    );
    const failed = await countFailedAttempts(
      db,
      business_id,
      rows.map(({ id }) => id),
    );
    return {
      ...paging,
      routes: rows.map(({ driver_name, orders, ...route }) =>
        toRouteSummary(route, driver_name, { orders, failed_attempts: failed.get(route.id) ?? 0 }),
      ),
    };
  },
});
