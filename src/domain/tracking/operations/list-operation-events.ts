/**
 * Audit events of orders.
 *
 * Source: docs/contract/mcp.md, "get_operation_events".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { OrderId, Timestamp } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { OperationEvent, operationEvents } from "../operation-events.ts";

export const listOperationEvents = defineOperation({
  name: "trackingOperationevents",
  summary: "Audit events of orders",
  description:
    "Who did what, through what, where, with which pictures, and what it changed, oldest first. By orders, by " +
    "tracking numbers, by the time of recording, or all of them.",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:read"] },
  rest: { method: "POST", path: "/api/v1/tracking/operationevents" },
  mcp: { user: "get_operation_events", developer: "get_operation_events" },
  input: Type.Object({
    ...PageInput,
    order_ids: Type.Optional(Type.Array(OrderId, { minItems: 1, maxItems: 200 })),
    tracking_numbers: Type.Optional(
      Type.Array(Type.String({ minLength: 4, maxLength: 64 }), { minItems: 1, maxItems: 200 }),
    ),
    from: Type.Optional(Timestamp),
    to: Type.Optional(Timestamp),
  }),
  output: Type.Object({
    ...PageOutput,
    events: Type.Array(OperationEvent, { description: "Oldest first." }),
  }),

  async run(context, input) {
    const { db, business_id } = context;
    const { page, per_page, offset } = pageOf(input);
    const { order_ids, tracking_numbers, from, to } = input;
    let wanted: number[] | undefined = order_ids;
    if (tracking_numbers !== undefined) {
      const found = await db.rows<{ order_id: number }>(
        "select distinct order_id from tracking_number where business_id = $1 and number = any($2::text[]) and order_id is not null",
        [business_id, tracking_numbers],
      );
      wanted = [...new Set([...(order_ids ?? []), ...found.map((row) => row.order_id)])];
    }
    const { total, events } = await operationEvents(context, {
      limit: per_page,
      offset,
      ...(wanted === undefined ? {} : { order_ids: wanted }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    });
    return { result: true, total, page, per_page, events };
  },
});
