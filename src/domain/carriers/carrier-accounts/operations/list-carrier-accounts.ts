/** Accounts at carriers, by preference. Credentials are never returned. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { CarrierAccount, toAccount } from "../shapes.ts";

export const listCarrierAccounts = defineList({
  name: "labelserviceCarrierAccounts",
  summary: "List accounts at carriers",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/labelservice/carrier-accounts" },
  filters: { is_enabled: filter(Type.Boolean()) },
  rows: { carrier_accounts: Type.Array(CarrierAccount) },
  from: "carrier_account",
  order: "preference, id",
  build: toAccount,
});
