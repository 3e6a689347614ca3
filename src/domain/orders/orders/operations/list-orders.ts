/**
 * Lists orders by filters.
 *
 * Each combination of indexed filters is a separate SQL statement, so that PostgreSQL has a good plan for each. Both
 * bounds of the date are always one condition, and so are the filters without an index: every connection caches each
 * statement with its plan (0.1 MB), so the number of statements must stay small.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { CalendarDate, Id, StringEnum } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { ORDER_STATUSES } from "../lifecycle/status.ts";
import { countOrders } from "../listing/count.ts";
import { buildOrderSorting, ORDER_SORTS } from "../listing/sort.ts";
import { ORDER_COLUMNS, type OrderRow } from "../records/order.ts";
import { getVisibleNote, ORDER_TYPES, OrderSummary, toOrderSummary } from "../shapes.ts";
import { getVisibility } from "../visibility.ts";

export const listOrders = defineOperation({
  name: "clientOrders",
  summary: "List orders",
  description:
    "Newest first unless sorted otherwise, filtered by status, type, scheduled date, customer, route, warehouse or reference. " +
    "Customers see their own orders, contractors those assigned to them.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders" },
  mcp: { user: "get_orders" },
  input: Type.Object({
    ...CursorInput,
    status: Type.Optional(Type.Array(StringEnum(ORDER_STATUSES), { maxItems: 18 })),
    type: Type.Optional(StringEnum(ORDER_TYPES)),
    date_from: Type.Optional({ ...CalendarDate, description: "Scheduled on this day or later, YYYY-MM-DD." }),
    date_to: Type.Optional({ ...CalendarDate, description: "Scheduled on this day or earlier, YYYY-MM-DD." }),
    customer_id: Type.Optional(Ref("customer")),
    route_id: Type.Optional(Ref("route")),
    origin_warehouse_id: Type.Optional(
      Ref("warehouse", { ...Id, description: "The goods start at this warehouse." }),
    ),
    current_warehouse_id: Type.Optional(
      Ref("warehouse", { ...Id, description: "The goods are in this warehouse now." }),
    ),
    ref: Type.Optional(
      Ref("order_ref", Type.String({ minLength: 1, maxLength: 100, description: "The exact reference." })),
    ),
    on_route: Type.Optional(
      Type.Boolean({ description: "True for orders on a route, false for orders on none." }),
    ),
    sort: Type.Optional(
      StringEnum(ORDER_SORTS, {
        description:
          "The member to sort by, - before it for descending; -created_at, the newest first, by default. A cursor belongs to its sort order.",
      }),
    ),
  }),
  output: Type.Object({ ...CursorOutput, orders: Type.Array(OrderSummary) }),

  async run(context, input) {
    const { actor, db, business_id } = context;
    const reach = getVisibility(actor);
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
    filter("current_warehouse_id = ?", input.current_warehouse_id);
    const { type, on_route, origin_warehouse_id } = input;
    if (type !== undefined || on_route !== undefined || origin_warehouse_id !== undefined) {
      const [first, second, third] = [1, 2, 3].map((nth) => `$${values.length + nth}`);
      values.push(type ?? null, on_route ?? null, origin_warehouse_id ?? null);
      where.push(
        `(${first}::text is null or type = ${first}) and (${second}::bool is null or (route_id is not null) = ${second})
         and (${third}::bigint is null or origin_warehouse_id = ${third})`,
      );
    }
    const condition = where.join(" and ");
    const sort = input.sort ?? "-created_at";
    const sorting = buildOrderSorting(sort, `$${values.length + 1}`);
    const window = buildWindow(input, sorting.columns, {
      condition,
      values: sorting.parameter === null ? values : [...values, sorting.parameter],
      filters: [condition, values, sort],
    });
    const columns =
      sorting.value === null ? ORDER_COLUMNS : `${ORDER_COLUMNS}, ${sorting.value} as sort_value`;
    const { rows, paging } = await readListPage<OrderRow>(
      db,
      window,
      `select ${columns} from delivery_order where ${condition}${window.sql}`,
      where.length === 1
        ? countOrders(context)
        : countRows(db, `from delivery_order where ${condition}`, values),
    );
    return {
      ...paging,
      orders: rows.map((order) => ({ ...toOrderSummary(order), note: getVisibleNote(actor, order) })),
    };
  },
});
