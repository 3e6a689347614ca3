/** Confirm that the buyer of age-restricted goods is old enough: somebody saw a proof of identity. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { changeSale } from "../change.ts";
import { messages } from "../messages.ts";
import { answerSale } from "../present.ts";
import { getOwnSale, SaleRecord } from "../records/sale.ts";
import { SaleAnswer } from "../shapes.ts";

export const confirmSaleAge = defineOperation({
  name: "shopSaleAgeConfirm",
  summary: "Confirm the age of a buyer",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-shop/sales/{sale_id}/age" },
  localised: true,
  input: Type.Object({ sale_id: Ref("shop_sale") }),
  output: SaleAnswer,
  refusals: { no_age_limit: "conflict", wrong_status: "conflict" },

  async run(context, { sale_id }) {
    const { actor, refuse } = context;
    await getOwnSale(context, sale_id);
    const row = await SaleRecord.getLocked(context, sale_id);
    context.expectVersion(row.version);
    if (row.age_limit === null) throw refuse("no_age_limit", { message: messages.no_age_limit });
    if (row.status !== "CART_HELD" && row.status !== "PAID")
      throw refuse("wrong_status", { message: messages.wrong_status, values: { status: row.status } });
    await changeSale(context as never, row, { age_checked_by: actor.account_id });
    return answerSale(context, sale_id);
  },
});
