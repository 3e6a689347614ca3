/**
 * Audit events of orders.
 *
 * Source: docs/contract/mcp.md, "get_operation_events".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId, Timestamp } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { OperationEvent } from "../operation-events.ts";
import { findPublicSubjects } from "../resolve.ts";
import { operationEventsRequested } from "../topics.ts";

export const listOperationEvents = defineOperation({
  name: "trackingOperationevents",
  summary: "List audit events of orders",
  description:
    "Who did what, through which surface, where, with which pictures, and what it changed, oldest first. Filtered by " +
    "orders, tracking numbers or recording time; all events without a filter.",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:read"] },
  rest: { method: "POST", path: "/api/v1/tracking/operationevents" },
  mcp: { user: "get_operation_events", developer: "get_operation_events" },
  input: Type.Object({
    ...CursorInput,
    order_ids: Type.Optional(Type.Array(Ref("order", OrderId), { minItems: 1, maxItems: 200 })),
    tracking_numbers: Type.Optional(
      Type.Array(Ref("tracking_number", Type.String({ minLength: 4, maxLength: 64 })), {
        minItems: 1,
        maxItems: 200,
      }),
    ),
    from: Type.Optional(Timestamp),
    to: Type.Optional(Timestamp),
  }),
  output: Type.Object({
    ...CursorOutput,
    events: Type.Array(OperationEvent, { description: "Oldest first." }),
  }),

  async run(context, input) {
    const { page, per_page, cursor, order_ids, tracking_numbers, from, to } = input;
    let wanted: number[] | undefined = order_ids;
    if (tracking_numbers !== undefined) {
      const found = await findPublicSubjects(context, tracking_numbers);
      const orders = found.flatMap(({ type, id }) => (type === "order" ? [id] : []));
      wanted = [...new Set([...(order_ids ?? []), ...orders])];
    }
    const [found] = await context.publish(operationEventsRequested, {
      ...(page === undefined ? {} : { page }),
      ...(per_page === undefined ? {} : { per_page }),
      ...(cursor === undefined ? {} : { cursor }),
      ...(wanted === undefined ? {} : { order_ids: wanted }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    });
    if (found === undefined) throw new Error("Nobody tells the events of orders.");
    return found;
  },
});
