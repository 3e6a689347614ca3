/**
 * Revoke the assignments of orders; the ordinary rules apply to them again.
 *
 * Each order is decided separately: one on a route must first be removed from it. Source: docs/contract/rest.md,
 * "Contractor order assignment".
 */
import Type from "typebox";
import { lockOrders, refusalToRevoke, unassignOrders } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { messages } from "../messages.ts";
import { AssignmentError, OrderIds } from "../shapes.ts";

export const revokeAssignments = defineOperation({
  name: "revokeBrokerOrderAssignments",
  summary: "Revoke the assignments of orders",
  access: { roles: ["client_admin"], scopes: ["orders:write"] },
  module: "contractor_assignment",
  rest: { method: "POST", path: "/api/v1/broker-order-assignments/revoke" },
  input: Type.Object({ order_ids: OrderIds, reason: Type.Optional(Type.String({ maxLength: 255 })) }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one assignment was revoked." }),
    revoked: Type.Integer(),
    skipped: Type.Integer(),
    errors: Type.Array(AssignmentError, { description: "One entry for each order left unchanged." }),
  }),

  async run(context, { order_ids, reason }) {
    const { db, business_id, say } = context;
    const ids = [...new Set(order_ids)];
    const orders = await lockOrders(db, business_id, ids);

    const errors = ids.flatMap((order_id) => {
      const refusal = refusalToRevoke(orders.get(order_id));
      return refusal === null ? [] : [{ order_id, message: say(messages[refusal]) }];
    });
    const refused = new Set(errors.map((error) => error.order_id));
    const accepted = ids.flatMap((id) => (refused.has(id) ? [] : (orders.get(id) ?? [])));

    await unassignOrders(context, accepted, { status: "revoked", end_reason: reason ?? null });
    return { result: accepted.length > 0, revoked: accepted.length, skipped: errors.length, errors };
  },
});
