/**
 * Carriers and methods, by the accounts of the business.
 *
 * Source: docs/contract/mcp.md, `get_shipping_methods`; the response is our choice.
 */
import Type from "typebox";
import { listMethods, Method } from "#domain/carriers/carrier-accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { findEnabledAccounts } from "../rating/request-rates.ts";

export const listShippingMethods = defineOperation({
  name: "shippingMethods",
  summary: "List carriers and shipping methods",
  description: "The enabled carrier accounts with the codes of their services; rates take both.",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:read"] },
  rest: { method: "GET", path: "/api/v1/shipping/methods" },
  mcp: { user: "get_shipping_methods", developer: "get_shipping_methods" },
  output: Type.Object({
    result: Type.Boolean(),
    carriers: Type.Array(
      Type.Object({
        id: Ref("carrier_account"),
        carrier_account: Type.String({ description: "Code of the account." }),
        name: Type.String(),
        methods: Type.Array(Method),
      }),
      { description: "By preference of the business." },
    ),
  }),

  async run(context) {
    const accounts = await findEnabledAccounts(context, []);
    return {
      result: true,
      carriers: accounts.map((account) => ({
        id: account.id,
        carrier_account: account.code,
        name: account.name,
        methods: listMethods(account),
      })),
    };
  },
});
