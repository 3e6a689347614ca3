/** The processor of card payments, and how much customers may top up at once. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { loadPaymentSettings, toPaymentSettings } from "../records/payment-settings.ts";
import { PaymentSettings } from "../shapes.ts";

export const getPaymentSettings = defineOperation({
  name: "clientPaymentSettings",
  summary: "Get the settings of card payments",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/payment-settings" },
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), payment_settings: PaymentSettings }),

  async run(context) {
    const row = await loadPaymentSettings(context);
    return {
      result: true,
      version: row?.version ?? 0,
      payment_settings: toPaymentSettings(row, context.settings.base_url),
    };
  },
});
