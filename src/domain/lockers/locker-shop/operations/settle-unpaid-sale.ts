/**
 * Settle goods that left a locker unpaid, because the door opened after the amount was given up: paid in another way, back, or written
 * off. Nothing is taken from the buyer's card.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { changeSale } from "../change.ts";
import { messages } from "../messages.ts";
import { answerSale } from "../present.ts";
import { getOwnSale, SaleRecord } from "../records/sale.ts";
import { isUnpaid, UNPAID_OUTCOMES } from "../rules.ts";
import { SaleAnswer } from "../shapes.ts";

export const settleUnpaidSale = defineOperation({
  name: "shopSaleUnpaidSettle",
  summary: "Settle goods that left a locker unpaid",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-shop/sales/{sale_id}/unpaid" },
  localised: true,
  input: Type.Object({
    sale_id: Ref("shop_sale"),
    outcome: StringEnum(UNPAID_OUTCOMES),
    note: Type.String({ minLength: 1, maxLength: 500, pattern: "\\S", description: "How it was settled." }),
  }),
  output: SaleAnswer,
  refusals: { not_unpaid: "conflict" },

  async run(context, { sale_id, outcome, note }) {
    const { actor, now, refuse } = context;
    await getOwnSale(context, sale_id);
    const row = await SaleRecord.getLocked(context, sale_id);
    context.expectVersion(row.version);
    if (!isUnpaid(row)) throw refuse("not_unpaid", { message: messages.not_unpaid });
    await changeSale(context as never, row, {
      unpaid_outcome: outcome,
      unpaid_note: note.trim(),
      unpaid_settled_at: now.toISOString(),
      unpaid_settled_by: actor.account_id,
    });
    return answerSale(context, sale_id);
  },
});
