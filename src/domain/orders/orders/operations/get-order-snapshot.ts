/**
 * Everything about one order at once: its detail, its operation events and its public tracking.
 *
 * Source: docs/contract/mcp.md, "order_snapshot".
 */
import Type from "typebox";
import { loadRecordAnswer, OperationEvent, TrackingAnswer } from "#domain/tracking/tracking/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { Assignment, findAssignmentAsActive, toAssignmentView } from "../lifecycle/assignment.ts";
import { loadOperationEvents } from "../lifecycle/operation-events.ts";
import { ORDER_STATUS_IDS } from "../lifecycle/status.ts";
import { getOrderRow, isOnReleasedRoute } from "../records/order.ts";
import { loadParcels } from "../records/parcel.ts";
import { OrderDetail, toOrderDetail } from "../shapes.ts";

const EVENTS_MAX = 200;

export const getOrderSnapshot = defineOperation({
  name: "clientOrderSnapshot",
  summary: "Get the detail, operation events and public tracking of an order",
  description: "Everything about one order in one call.",
  access: { scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders/{order_id}/snapshot" },
  mcp: { user: "order_snapshot" },
  input: Type.Object({ order_id: Ref("order", OrderId) }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    order: OrderDetail,
    assignment: Nullable(Assignment),
    events: Type.Array(OperationEvent, { description: "The latest 200, oldest first." }),
    tracking: TrackingAnswer,
  }),

  async run(context, { order_id }) {
    const { actor, db, business_id } = context;
    const [order, parcels] = await Promise.all([
      getOrderRow(db, business_id, order_id),
      loadParcels(db, business_id, [order_id]),
    ]);
    const [{ events }, tracking, assignment, on_released_route] = await Promise.all([
      loadOperationEvents(context, { order_ids: [order_id], per_page: EVENTS_MAX, latest_first: true }),
      loadRecordAnswer(context, { type: "order", id: order_id, number: order.tracking_number }),
      order.assignment_id === null ? null : findAssignmentAsActive(context, order.assignment_id),
      isOnReleasedRoute(context, order),
    ]);
    return {
      result: true,
      version: order.version,
      order: toOrderDetail(order, parcels, { actor, on_released_route }),
      assignment:
        assignment === null ? null : toAssignmentView(assignment, ORDER_STATUS_IDS[assignment.order_status]),
      events: events.reverse(),
      tracking,
    };
  },
});
