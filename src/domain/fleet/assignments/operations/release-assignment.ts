/**
 * Release an order that is assigned to the caller; the ordinary rules apply again, including the contractor's own.
 *
 * If it is not assigned to the caller, the refusal reveals nothing else about the order. Source: docs/contract/rest.md, "Contractor order assignment".
 */
import Type from "typebox";
import { lockOrder, refusalToRelease, unassignOrders } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";

export const releaseAssignment = defineOperation({
  name: "releaseBrokerOrderAssignment",
  summary: "Release an assigned order",
  access: { roles: ["broker_employee"], scopes: ["orders:write"] },
  module: "contractor_assignment",
  rest: { method: "POST", path: "/api/v1/broker-order-assignments/release" },
  input: Type.Object({
    order_id: Ref("order", OrderId),
    reason: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  output: Type.Object({ result: Type.Boolean(), message: Type.String() }),
  refusals: { not_own: "bad_request", on_route: "bad_request" },

  async run(context, { order_id, reason }) {
    const { db, business_id, actor, refuse, say } = context;
    const order = await lockOrder(db, business_id, order_id);
    const refusal = refusalToRelease(order, actor.account_id ?? -1);
    if (refusal !== null || order === undefined) {
      const code = refusal ?? "not_own";
      throw refuse(code, { message: messages[code] });
    }
    await unassignOrders(context, [order], { status: "released", end_reason: reason ?? null });
    return { result: true, message: say(messages.released) };
  },
});
