/** Give the money of a sale back: void what is reserved, refund what was taken. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { refundSale as requestRefund } from "../change.ts";
import { messages } from "../messages.ts";
import { answerSale } from "../present.ts";
import { getOwnSale, SaleRecord } from "../records/sale.ts";
import { SaleAnswer } from "../shapes.ts";

export const refundSale = defineOperation({
  name: "shopSaleRefund",
  summary: "Refund a sale of a merchant",
  risk: "high",
  access: { roles: ["client_admin", "customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-shop/sales/{sale_id}/refund" },
  localised: true,
  input: Type.Object({ sale_id: Ref("shop_sale") }),
  output: SaleAnswer,
  refusals: { nothing_to_refund: "conflict" },

  async run(context, { sale_id }) {
    await getOwnSale(context, sale_id);
    const row = await SaleRecord.getLocked(context, sale_id);
    context.expectVersion(row.version);
    const refunded = await requestRefund(context as never, row, "by_staff");
    if (refunded === undefined)
      throw context.refuse("nothing_to_refund", { message: messages.nothing_to_refund });
    return answerSale(context, sale_id);
  },
});
