/**
 * Release an order from HOLD. Tracking returns to the status before `held`.
 *
 * Source: docs/contract/mcp.md, "release_order".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildCommandAnswer, CommandAnswer } from "../answer.ts";
import { COMMAND_REFUSALS, commandOne } from "../lifecycle/commands.ts";

export const releaseOrder = defineOperation({
  name: "clientOrderRelease",
  summary: "Release an order from hold",
  description: "The order becomes NEW_ORDER again and can be planned.",
  risk: "high",
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/orders/{order_id}/release" },
  mcp: { user: "release_order" },
  input: Type.Object({
    order_id: Ref("order", OrderId),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "What resolved the hold, or why it is overridden.",
      }),
    ),
  }),
  output: CommandAnswer,
  refusals: COMMAND_REFUSALS,

  async run(context, { order_id, reason }) {
    const order = await commandOne(context, order_id, {
      trigger: "release",
      ...(reason === undefined ? {} : { reason }),
    });
    return buildCommandAnswer(context, order);
  },
});
