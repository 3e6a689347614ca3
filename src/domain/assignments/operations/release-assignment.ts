/**
 * Hand an own order back; it returns to the ordinary rules, one's own included.
 *
 * Whoever does not hold it is told no more than that. Source: docs/contract/rest.md, "Contractor order assignment".
 */
import Type from "typebox";
import { lockOrders, takeFromContractors } from "#domain/orders/public.ts";
import { defineOperation } from "#operation/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { messages } from "../messages.ts";
import { refusalToRelease } from "../rules.ts";

export const releaseAssignment = defineOperation({
  name: "releaseBrokerOrderAssignment",
  summary: "Hand an order back",
  effect: "write",
  access: { roles: ["broker_employee"], scopes: ["orders:write"] },
  module: "contractor_assignment",
  rest: { method: "POST", path: "/api/v1/broker-order-assignments/release" },
  input: Type.Object({ order_id: OrderId, reason: Type.Optional(Type.String({ maxLength: 255 })) }),
  output: Type.Object({ result: Type.Boolean(), message: Type.String() }),
  refusals: { not_own: "bad_request", on_route: "bad_request" },

  async run(context, { order_id, reason }) {
    const { db, business_id, actor, refuse, say } = context;
    const order = (await lockOrders(db, business_id, [order_id])).get(order_id);
    const refusal = refusalToRelease(order, actor.account_id ?? -1);
    if (refusal !== null || order === undefined) {
      const code = refusal ?? "not_own";
      throw refuse(code, { message: messages[code] });
    }
    await takeFromContractors(context, [order], { status: "released", end_reason: reason ?? null });
    return { result: true, message: say(messages.released) };
  },
});
