/**
 * Audit events of orders.
 *
 * Source: docs/contract/mcp.md, "get_operation_events".
 */

import Type from "typebox";
import { defineList, parameter } from "#operation/define/list.ts";
import { OrderId, Timestamp } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { OperationEvent } from "../operation-events.ts";
import { findPublicRecords } from "../resolve.ts";
import { operationEventsRequested } from "../topics.ts";

export const listOperationEvents = defineList({
  name: "trackingOperationevents",
  summary: "List audit events of orders",
  description:
    "Who did what, through which surface, where, with which pictures, and what it changed, oldest first. Filtered by " +
    "orders, tracking numbers or recording time; all events without a filter.",
  access: { scopes: ["orders:read"] },
  rest: { method: "POST", path: "/api/v1/tracking/operationevents" },
  mcp: { user: "get_operation_events", developer: "get_operation_events" },
  filters: {
    order_ids: parameter(Type.Array(Ref("order", OrderId), { minItems: 1, maxItems: 200 })),
    tracking_numbers: parameter(
      Type.Array(Ref("tracking_number", Type.String({ minLength: 4, maxLength: 64 })), {
        minItems: 1,
        maxItems: 200,
      }),
    ),
    from: parameter(Timestamp),
    to: parameter(Timestamp),
  },
  rows: { events: Type.Array(OperationEvent, { description: "Oldest first." }) },
  order: byId("e.id"),
  async readPage(context, { tracking_numbers, ...filter }) {
    if (tracking_numbers !== undefined) {
      const public_records = await findPublicRecords(context, tracking_numbers);
      const orders = public_records.flatMap(({ type, id }) => (type === "order" ? [id] : []));
      filter.order_ids = [...new Set([...(filter.order_ids ?? []), ...orders])];
    }
    const [event_page] = await context.publish(operationEventsRequested, filter);
    if (event_page === undefined) throw new Error("Nobody tells the events of orders.");
    const { events: rows, ...paging } = event_page;
    return { rows, paging };
  },
});
