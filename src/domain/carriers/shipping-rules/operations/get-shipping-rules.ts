/** The rules that choose carrier and service, in their order. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { loadRules } from "../records/shipping-rule-set.ts";
import { ShippingRules } from "../shapes.ts";

export const getShippingRules = defineOperation({
  name: "labelserviceRules",
  summary: "Get the shipping rules",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/labelservice/rules" },
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer({ description: "0 before rules were first set." }),
    rules: ShippingRules,
  }),

  async run(context) {
    const { rules, version } = await loadRules(context);
    return { result: true, version, rules };
  },
});
