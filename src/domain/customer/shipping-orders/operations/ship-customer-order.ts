/** Hand a processed order over to its carrier. It must be paid, unless staff make an exception. */
import Type from "typebox";
import { expectPaid, handOver } from "#domain/customer/service-orders/public.ts";
import { CarrierCode } from "#domain/customer/services/public.ts";
import { GivenNumber } from "#domain/tracking/tracking/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { differenceRefusals, requireSettledPrice, waiveMember } from "../difference.ts";
import { messages } from "../messages.ts";
import {
  changeOrder,
  getAllowedNextStatus,
  getLockedOrder,
  moveRefusals,
  ShippingBill,
} from "../records/shipping-order.ts";
import { CustomerOrderAnswer } from "../shapes.ts";

export const shipCustomerOrder = defineOperation({
  name: "clientCustomerOrderShip",
  summary: "Ship a shipping order",
  access: { scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/ship" },
  input: Type.Object({
    shipping_order_id: Ref("shipping_order"),
    carrier: CarrierCode,
    carrier_number: Type.Optional({ ...GivenNumber, description: "Tracking finds the order by it." }),
    allow_unpaid: Type.Optional(Type.Boolean({ description: "Ship although something is left to pay." })),
    ...waiveMember,
  }),
  output: CustomerOrderAnswer,
  refusals: {
    ...moveRefusals,
    ...differenceRefusals,
    unpaid: "conflict",
    number_taken: "conflict",
    too_many_numbers: "conflict",
  },

  async run(context, { shipping_order_id, carrier, carrier_number, allow_unpaid = false, waive_difference }) {
    const order = await getLockedOrder(context, shipping_order_id);
    const status = getAllowedNextStatus(context, order, "ship");
    const waived = await requireSettledPrice(context, order, waive_difference);
    const bill = await ShippingBill.lockOrderBill(context, order);
    const remaining = expectPaid(context, bill, { allow_unpaid, text: messages.unpaid });
    const handed = await handOver(context, order, { carrier, carrier_number });
    await changeOrder(context, order, {
      trigger: "ship",
      status,
      columns: { ...handed, ...waived },
      facts: { carrier, ...(remaining > 0 ? { unpaid_allowed: true } : {}) },
    });
    return answerCustomerOrder(context, order.id);
  },
});
