/**
 * Everything about one order at once: its detail, its operation events and what tracking tells the public.
 *
 * Source: docs/contract/mcp.md, "order_snapshot".
 */
import Type from "typebox";
import { Assignment, assignmentView, findHolding } from "#domain/assignments/public.ts";
import { OperationEvent, operationEvents, TrackingAnswer, trackingAnswer } from "#domain/tracking/public.ts";
import { defineOperation } from "#operation/define.ts";
import { Nullable, OrderId } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { findOrder, isOnReleasedRoute, parcelsOf } from "../rows.ts";
import { detailOf, OrderDetail } from "../shapes.ts";
import { ORDER_STATUS_IDS } from "../status.ts";

const EVENTS_SHOWN = 200;

export const getOrderSnapshot = defineOperation({
  name: "clientOrderSnapshot",
  summary: "Order detail, operation events and public tracking",
  description: "Everything about one order in one call.",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders/{order_id}/snapshot" },
  mcp: { user: "order_snapshot" },
  input: Type.Object({ order_id: OrderId }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    order: OrderDetail,
    assignment: Nullable(Assignment),
    events: Type.Array(OperationEvent, { description: "The latest 200, oldest first." }),
    tracking: TrackingAnswer,
  }),

  async run(context, { order_id }) {
    const { db, business_id, refuse } = context;
    const [order, parcels] = await Promise.all([
      findOrder(db, business_id, order_id),
      parcelsOf(db, business_id, [order_id]),
    ]);
    if (order === undefined) throw refuse("not_found", { message: messages.unknown_order });
    const [{ events }, tracking, holder, on_released_route] = await Promise.all([
      operationEvents(context, { order_ids: [order_id], limit: EVENTS_SHOWN, offset: 0, latest_first: true }),
      trackingAnswer(context, { order_id, tracking_number: order.tracking_number, redirected_from: null }),
      order.assignment_id === null ? null : findHolding(db, business_id, order.assignment_id),
      isOnReleasedRoute(db, order),
    ]);
    return {
      result: true,
      version: order.version,
      order: detailOf(order, parcels, { is_customer: false, on_released_route }),
      assignment: holder === null ? null : assignmentView(holder, ORDER_STATUS_IDS[holder.order_status]),
      events: events.reverse(),
      tracking,
    };
  },
});
