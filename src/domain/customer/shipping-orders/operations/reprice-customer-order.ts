/**
 * Price a received order again, by its measures or by what staff write. A visible step: more becomes something left to pay,
 * less is returned to the account that had paid. What was refunded stays refunded.
 * The order keeps the version of the price list that it was ordered with.
 */
import Type from "typebox";
import { repricedMembers, repriceMembers, toMeasuredPiece } from "#domain/customer/service-orders/public.ts";
import { findWarehousePlace, priceRefusals } from "#domain/customer/services/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { messages } from "../messages.ts";
import {
  changeOrder,
  getAllowedNextStatus,
  getLockedOrder,
  moveRefusals,
  ShippingBill,
} from "../records/shipping-order.ts";
import { listPackages } from "../records/shipping-package.ts";
import { customerOrderAnswerMembers } from "../shapes.ts";

export const repriceCustomerOrder = defineOperation({
  name: "clientCustomerOrderReprice",
  summary: "Reprice a shipping order",
  description: "With dry_run it shows the new price. A price that is the same changes nothing.",
  access: { scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/reprice" },
  input: Type.Object({
    shipping_order_id: Ref("shipping_order"),
    ...repriceMembers,
  }),
  output: Type.Object({
    ...customerOrderAnswerMembers,
    ...repricedMembers,
  }),
  refusals: { ...moveRefusals, ...priceRefusals, not_measured: "conflict", lines_missing: "invalid" },

  async run(context, { shipping_order_id, lines, note }) {
    const order = await getLockedOrder(context, shipping_order_id);
    const status = getAllowedNextStatus(context, order, "reprice");
    const bill = await ShippingBill.lockOrderBill(context, order);
    const repriced = await ShippingBill.reprice(context, order, {
      bill,
      lines,
      note,
      async load() {
        const packages = await listPackages(context, order.id);
        const count = packages.filter(({ measured_at }) => measured_at === null).length;
        if (count > 0)
          throw context.refuse("not_measured", { message: messages.not_measured, values: { count } });
        const warehouse = await findWarehousePlace(context, order.warehouse_id);
        return { pieces: packages.map(toMeasuredPiece), warehouse };
      },
    });
    if (repriced.is_changed) await changeOrder(context, order, { trigger: "reprice", status });
    return { ...(await answerCustomerOrder(context, order.id)), ...repriced };
  },
});
