/** Reset the wrong tries at the PIN of an order. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Count, OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { changeOrders } from "../lifecycle/change.ts";
import { PIN_TRIES_MAX, resetPinTries } from "../lifecycle/pin-tries.ts";
import { getLockedOrder } from "../records/order.ts";

export const resetOrderPinTries = defineOperation({
  name: "clientOrderResetPinTries",
  summary: "Allow the PIN of an order to be tried again",
  description: `After ${PIN_TRIES_MAX} wrong tries the recipient's PIN is refused until this reset, which also ends the attention item.`,
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/orders/{order_id}/reset-pin-tries" },
  input: Type.Object({ order_id: Ref("order", OrderId) }),
  output: Type.Object({
    result: Type.Boolean(),
    order_id: Ref("order", OrderId),
    version: Type.Integer(),
    tries_reset: Count,
    tries_left: Count,
  }),

  async run(context, { order_id }) {
    const { db, business_id, expectVersion } = context;
    const order = await getLockedOrder(db, business_id, order_id);
    expectVersion(order.version);
    const tries_reset = await resetPinTries(context, order_id);
    const [after = order] = await changeOrders(
      context,
      tries_reset === 0
        ? []
        : [{ order, set: {}, kind: "order.pin_tries_reset", payload: { tries_reset }, tracking: null }],
    );
    return { result: true, order_id, version: after.version, tries_reset, tries_left: PIN_TRIES_MAX };
  },
});
