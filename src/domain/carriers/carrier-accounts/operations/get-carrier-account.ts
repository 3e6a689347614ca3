/** One account at a carrier; that of the house with its rate card. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { DEFAULT_RATE_CARD } from "#providers/carriers/house/rate-card.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getAccount } from "../records/carrier-account.ts";
import { CarrierAccount, RateCardMember, toAccount } from "../shapes.ts";

export const getCarrierAccount = defineOperation({
  name: "labelserviceCarrierAccount",
  summary: "Get an account at a carrier",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/labelservice/carrier-accounts/{carrier_account_id}" },
  input: Type.Object({ carrier_account_id: Ref("carrier_account") }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    carrier_account: CarrierAccount,
    rate_card: RateCardMember,
  }),

  async run(context, { carrier_account_id }) {
    const row = await getAccount(context, carrier_account_id);
    const rate_card = row.kind === "house" ? (row.rate_card ?? DEFAULT_RATE_CARD) : null;
    return { result: true, version: row.version, carrier_account: toAccount(row), rate_card };
  },
});
