/** Begin to process a received order: consolidate, label, prepare it for its carrier. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { differenceRefusals, requireSettledPrice, waiveMember } from "../difference.ts";
import {
  changeOrder,
  getAllowedNextStatus,
  getLockedOrder,
  moveRefusals,
} from "../records/shipping-order.ts";
import { CustomerOrderAnswer } from "../shapes.ts";

export const processCustomerOrder = defineOperation({
  name: "clientCustomerOrderProcess",
  summary: "Process a shipping order",
  access: { scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/process" },
  input: Type.Object({ shipping_order_id: Ref("shipping_order"), ...waiveMember }),
  output: CustomerOrderAnswer,
  refusals: { ...moveRefusals, ...differenceRefusals },

  async run(context, { shipping_order_id, waive_difference }) {
    const order = await getLockedOrder(context, shipping_order_id);
    const status = getAllowedNextStatus(context, order, "process");
    const columns = await requireSettledPrice(context, order, waive_difference);
    await changeOrder(context, order, { trigger: "process", status, columns });
    return answerCustomerOrder(context, order.id);
  },
});
