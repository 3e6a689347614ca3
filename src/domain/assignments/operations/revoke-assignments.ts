/**
 * Take orders back from the contractors that hold them; they return to the ordinary rules.
 *
 * Each order is decided on its own: one on a route must first be taken off it. Source: docs/contract/rest.md,
 * "Contractor order assignment".
 */
import Type from "typebox";
import { lockOrders, takeFromContractors } from "#domain/orders/public.ts";
import { defineOperation } from "#operation/define.ts";
import { messages } from "../messages.ts";
import { refusalToRevoke } from "../rules.ts";
import { AssignmentError, OrderIds } from "../shapes.ts";

export const revokeAssignments = defineOperation({
  name: "revokeBrokerOrderAssignments",
  summary: "Take orders back from their contractors",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["orders:write"] },
  module: "contractor_assignment",
  rest: { method: "POST", path: "/api/v1/broker-order-assignments/revoke" },
  input: Type.Object({ order_ids: OrderIds, reason: Type.Optional(Type.String({ maxLength: 255 })) }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one order was taken back." }),
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

    await takeFromContractors(context, accepted, { status: "revoked", end_reason: reason ?? null });
    return { result: accepted.length > 0, revoked: accepted.length, skipped: errors.length, errors };
  },
});
