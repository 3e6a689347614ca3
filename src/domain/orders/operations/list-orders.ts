/**
 * Orders by filters.
 *
 * Each combination of filters that lead to rows is a statement of its own, so that PostgreSQL plans each well; both
 * ends of the dates travel together, and so do filters without an index. Every connection keeps each statement with
 * its plan, 0.1 MB, so there must be few.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { CalendarDate, Id, Words } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { countOrders } from "../count.ts";
import { ORDER_COLUMNS } from "../rows.ts";
import { ORDER_TYPES, OrderSummary, summaryOf } from "../shapes.ts";
import { ORDER_STATUSES } from "../status.ts";
import type { OrderRow } from "../tables.ts";
import { reachOf } from "../who.ts";

export const listOrders = defineOperation({
  name: "clientOrders",
  summary: "List orders",
  description:
    "Newest first, by status, type, scheduled date, customer, route or reference. Customers see their own, " +
    "contractors those assigned to them.",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders" },
  mcp: { user: "get_orders" },
  input: Type.Object({
    ...PageInput,
    status: Type.Optional(Type.Array(Words(ORDER_STATUSES), { maxItems: 18 })),
    type: Type.Optional(Words(ORDER_TYPES)),
    date_from: Type.Optional({ ...CalendarDate, description: "Scheduled on this day or later, YYYY-MM-DD." }),
    date_to: Type.Optional({ ...CalendarDate, description: "Scheduled on this day or earlier, YYYY-MM-DD." }),
    customer_id: Type.Optional(Id),
    route_id: Type.Optional(Id),
    ref: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: "The whole reference, letter by letter." }),
    ),
    on_route: Type.Optional(Type.Boolean({ description: "Only orders that are, or are not, on a route." })),
  }),
  output: Type.Object({ ...PageOutput, orders: Type.Array(OrderSummary) }),

  async run(context, input) {
    const { actor, db, business_id } = context;
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
    if (input.date_from !== undefined || input.date_to !== undefined) {
      filter("scheduled_date >= ?::date", input.date_from ?? "-infinity");
      filter("scheduled_date <= ?::date", input.date_to ?? "infinity");
    }
    filter("customer_id = ?", reach.customer_id ?? input.customer_id);
    filter("contractor_account_id = ?", reach.contractor_account_id);
    filter("route_id = ?", input.route_id);
    filter("ref = ?", input.ref);
    if (input.type !== undefined || input.on_route !== undefined) {
      const [type, on_route] = [`$${values.length + 1}`, `$${values.length + 2}`];
      values.push(input.type ?? null, input.on_route ?? null);
      where.push(
        `(${type}::text is null or type = ${type}) and (${on_route}::bool is null or (route_id is not null) = ${on_route})`,
      );
    }
    const condition = where.join(" and ");
    const [orders, total] = await Promise.all([
      db.rows<OrderRow>(
        `select ${ORDER_COLUMNS} from delivery_order where ${condition}
          order by id desc limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, per_page, offset],
      ),
      where.length === 1
        ? countOrders(context)
        : db
            .row<{ n: number }>(`select count(*) as n from delivery_order where ${condition}`, values)
            .then((counted) => counted?.n ?? 0),
    ]);
    return { result: true, total, page, per_page, orders: orders.map(summaryOf) };
  },
});
