/** Add an account at a gateway or a multi-carrier API. The house's account exists already. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { CarrierAccountRecord, sealKey } from "../records/carrier-account.ts";
import { accountMembers, CarrierAccount, toAccount } from "../shapes.ts";

export const createCarrierAccount = defineOperation({
  name: "labelserviceCarrierAccountCreate",
  summary: "Add an account at a carrier",
  risk: "high",
  destructive: false,
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/carrier-accounts", status: 201 },
  input: Type.Object({
    code: Type.String({
      pattern: "^[a-z][a-z0-9_-]{0,39}$",
      maxLength: 40,
      description: "What rules and price lists call it by. Does not change.",
    }),
    kind: StringEnum(["gateway", "multi"]),
    name: accountMembers.name,
    api_key: accountMembers.api_key,
    base_url: Type.Optional(accountMembers.base_url),
    carrier_ids: Type.Optional(accountMembers.carrier_ids),
    services: Type.Optional(accountMembers.services),
    markups: Type.Optional(accountMembers.markups),
    preference: Type.Optional(accountMembers.preference),
    pickup_cut_off: Type.Optional(accountMembers.pickup_cut_off),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    carrier_account_id: Ref("carrier_account"),
    version: Type.Integer(),
    carrier_account: CarrierAccount,
  }),
  refusals: { code_taken: "conflict" },

  async run(context, input) {
    const { settings, refuse, emit } = context;
    const { code, kind, name, api_key, base_url, markups = [], preference = 100 } = input;
    if (kind === "gateway" && base_url === undefined) {
      throw refuse("invalid_request", {
        message: messages.base_url_needed,
        errors: [{ field: "base_url", message: messages.required_for_gateway }],
      });
    }
    const row = await CarrierAccountRecord.insertIfAbsent(context, {
      code,
      name: name.trim(),
      kind,
      services: input.services ?? [],
      carrier_ids: input.carrier_ids ?? [],
      base_url: base_url ?? null,
      ...sealKey(settings.secret_key, api_key),
      markups,
      preference,
      pickup_cut_off: input.pickup_cut_off ?? null,
    });
    if (row === undefined) {
      throw refuse("code_taken", {
        message: messages.code_taken,
        errors: [{ field: "code", message: fields.other_account }],
      });
    }
    emit({
      subject: { type: "carrier_account", id: row.id, is_new: true },
      kind: "carrier_account.created",
      payload: { code, kind },
    });
    return {
      result: true,
      carrier_account_id: row.id,
      version: row.version,
      carrier_account: toAccount(row),
    };
  },
});
