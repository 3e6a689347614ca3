/** Accept a correction, and pass a charge on to the customer of the label where it is to pay for it. */
import Type from "typebox";
import { chargeCustomer } from "#domain/money/wallets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { LabelAdjustment, toAdjustment } from "../adjustments/shapes.ts";
import { messages } from "../messages.ts";
import { lockLabel } from "../records/label.ts";
import { decisionRefusals, lockOpenAdjustment, recordDecision } from "../records/label-adjustment.ts";

export const acceptAdjustment = defineOperation({
  name: "labelserviceAdjustmentAccept",
  summary: "Accept a correction of a carrier",
  risk: "high",
  access: { roles: ["client_admin", "employee"], scopes: ["labels:write", "wallet:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/adjustments/{adjustment_id}/accept" },
  input: Type.Object({
    adjustment_id: Ref("label_adjustment"),
    charge_customer: Type.Optional(
      Type.Boolean({
        description: "Take the amount from the customer of the label; the business bears it if absent.",
      }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), adjustment: LabelAdjustment }),
  refusals: { ...decisionRefusals, not_charged: "conflict", wallet_too_low: "unpaid" },

  async run(context, { adjustment_id, charge_customer = false }) {
    const row = await lockOpenAdjustment(context, adjustment_id);
    const order = await lockLabel(context, row.label_order_id);
    if (order === undefined) throw new Error("The label of a correction was gone.");
    const { customer_id, currency } = order;
    const { amount_minor } = row;
    if (charge_customer) {
      if (customer_id === null || amount_minor <= 0 || row.currency !== currency)
        throw context.refuse("not_charged", { message: messages.not_charged });
      // Its own subject: voiding the label later returns the price of the label, and not this.
      const subject = { type: "label_adjustment", id: row.id };
      await chargeCustomer(context, {
        customer_id,
        price_family: "label_service",
        subject,
        amount_minor,
        currency,
      });
    }
    const charged_minor = charge_customer ? amount_minor : 0;
    const decided = await recordDecision(context, row, { state: "accepted", charged_minor });
    return { result: true, adjustment: toAdjustment(decided) };
  },
});
