/**
 * Orders, newest first, by filters.
 *
 * Customers see their own, contractors those assigned to them. Each combination of filters is a statement of
 * its own, so that PostgreSQL plans each well.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { CalendarDate, Id, Words } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { ORDER_COLUMNS } from "../rows.ts";
import { ORDER_TYPES, OrderSummary, summaryOf } from "../shapes.ts";
import { ORDER_STATUSES } from "../status.ts";
import type { OrderRow } from "../tables.ts";
import { reachOf } from "../who.ts";

export const listOrders = defineOperation({
  name: "clientOrders",
  summary: "List orders",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders" },
  mcp: { user: "get_orders" },
  input: Type.Object({
    ...PageInput,
    status: Type.Optional(Type.Array(Words(ORDER_STATUSES), { maxItems: 18 })),
    type: Type.Optional(Words(ORDER_TYPES)),
    date_from: Type.Optional(CalendarDate),
    date_to: Type.Optional(CalendarDate),
    customer_id: Type.Optional(Id),
    route_id: Type.Optional(Id),
    ref: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    on_route: Type.Optional(Type.Boolean({ description: "Only orders that are, or are not, on a route." })),
  }),
  output: Type.Object({ ...PageOutput, orders: Type.Array(OrderSummary) }),

  async run({ actor, db, business_id }, input) {
    const { page, per_page, offset } = pageOf(input);
    const reach = reachOf(actor);
    const values: unknown[] = [business_id];
    const where = ["business_id = $1"];
    const filter = (sql: string, value: unknown) => {
      if (value === undefined || value === null) return;
      values.push(value);
      where.push(sql.replace("?", `$${values.length}`));
    };
    filter("status = any(?::text[])", input.status);
    filter("type = ?", input.type);
    filter("scheduled_date >= ?::date", input.date_from);
    filter("scheduled_date <= ?::date", input.date_to);
    filter("customer_id = ?", reach.customer_id ?? input.customer_id);
    filter("contractor_account_id = ?", reach.contractor_account_id);
    filter("route_id = ?", input.route_id);
    filter("ref = ?", input.ref);
    if (input.on_route !== undefined) where.push(`route_id is ${input.on_route ? "not null" : "null"}`);
    const condition = where.join(" and ");
    const [orders, counted] = await Promise.all([
      db.rows<OrderRow>(
        `select ${ORDER_COLUMNS} from delivery_order where ${condition}
          order by id desc limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from delivery_order where ${condition}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, orders: orders.map(summaryOf) };
  },
});
