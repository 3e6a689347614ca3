/** One order in full, now or at a past moment. */
import Type from "typebox";
import { Assignment, assignmentView, findHolding } from "#domain/assignments/public.ts";
import { defineOperation } from "#operation/define.ts";
import { Nullable, OrderId, Timestamp } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { findOrder, isOnReleasedRoute, parcelsOf } from "../rows.ts";
import { detailOf, OrderDetail } from "../shapes.ts";
import { ORDER_STATUS_IDS } from "../status.ts";
import type { OrderRow } from "../tables.ts";
import { isWithin, reachOf } from "../who.ts";

export const getOrder = defineOperation({
  name: "clientOrder",
  summary: "Full detail of an order",
  description:
    "Places with their windows, parcels, requirements, what may be done next, and prices where the caller may see " +
    "them. With as_of its state at a past moment, folded from its events.",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders/{order_id}" },
  mcp: { user: "get_order_detail" },
  input: Type.Object({
    order_id: OrderId,
    as_of: Type.Optional(Timestamp),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    as_of: Nullable(Timestamp),
    order: OrderDetail,
    assignment: Nullable(Assignment),
  }),

  async run({ actor, db, business_id, refuse }, { order_id, as_of }) {
    const [order, parcels] = await Promise.all([
      findOrder(db, business_id, order_id),
      parcelsOf(db, business_id, [order_id]),
    ]);
    if (order === undefined || !isWithin(reachOf(actor), order))
      throw refuse("not_found", { message: messages.unknown_order });
    let shown: OrderRow = order;
    if (as_of !== undefined) {
      const past = await db.row<{ payload: { state: Partial<OrderRow> } }>(
        `select payload from event where business_id = $1 and subject_type = 'order' and subject_id = $2 and recorded_at <= $3
          order by seq desc limit 1`,
        [business_id, String(order_id), as_of],
      );
      if (past === undefined) throw refuse("not_found", { message: messages.unknown_order });
      const { return_reason, ...state } = past.payload.state;
      shown = {
        ...order,
        assignment_id: null,
        ...state,
        return_reason: return_reason ? { ...return_reason, note: "" } : null,
      };
    }
    // Who delivers for the business is no matter of its customers', nor who did before of the contractor that does now.
    const is_told =
      actor.role === "broker_employee"
        ? shown.contractor_account_id === actor.account_id
        : actor.role !== "customer";
    const [holder, on_released_route] = await Promise.all([
      shown.assignment_id === null || !is_told ? null : findHolding(db, business_id, shown.assignment_id),
      isOnReleasedRoute(db, shown),
    ]);
    return {
      result: true,
      version: shown.version,
      as_of: as_of ?? null,
      order: detailOf(shown, parcels, { is_customer: actor.role === "customer", on_released_route }),
      assignment: holder === null ? null : assignmentView(holder, ORDER_STATUS_IDS[holder.order_status]),
    };
  },
});
