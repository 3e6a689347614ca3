/**
 * Change an account at a carrier. Members that are not sent stay unchanged. Its code stays, because price lists and rules
 * name it; an account that is not used any more is disabled.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { GS1_PREFIX } from "#providers/carriers/house/numbers.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";
import { messages } from "../messages.ts";
import { accountMembers, CarrierAccount, RateCardMember, toAccount } from "../shapes.ts";
import type { CarrierAccountRow } from "../tables.ts";
import { applyAccountChange, findChangeFaults } from "../write.ts";

export const updateCarrierAccount = defineOperation({
  name: "labelserviceCarrierAccountUpdate",
  summary: "Change an account at a carrier",
  effect: "write",
  risk: "high",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/labelservice/carrier-accounts/{carrier_account_id}" },
  input: Type.Object({
    carrier_account_id: Id,
    name: Type.Optional(accountMembers.name),
    is_enabled: Type.Optional(Type.Boolean()),
    services: Type.Optional(accountMembers.services),
    carrier_ids: Type.Optional(accountMembers.carrier_ids),
    base_url: Type.Optional(accountMembers.base_url),
    api_key: Type.Optional(accountMembers.api_key),
    markups: Type.Optional(accountMembers.markups),
    preference: Type.Optional(accountMembers.preference),
    pickup_cut_off: Type.Optional(accountMembers.pickup_cut_off),
    gs1_prefix: Type.Optional(
      Nullable(
        Type.String({
          pattern: GS1_PREFIX.source,
          maxLength: 12,
          description: "Company prefix of the labels of the house; null for the prefix of examples.",
        }),
      ),
    ),
    rate_card: Type.Optional(RateCardMember),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), carrier_account: CarrierAccount }),

  async run(context, { carrier_account_id, ...change }) {
    const { db, business_id, settings, refuse, expectVersion, emit } = context;
    const old = await db.row<CarrierAccountRow>(
      "select * from carrier_account where business_id = $1 and id = $2 for update",
      [business_id, carrier_account_id],
    );
    if (old === undefined) throw refuse("not_found", { message: messages.unknown_account });
    expectVersion(old.version);
    const faults = findChangeFaults(old, change);
    const [first] = faults;
    if (first !== undefined) {
      throw refuse("invalid_request", {
        message: first.code === null ? "The rate card is not valid." : messages[first.code],
        errors: faults.map(({ field, message }) => ({ field, message })),
      });
    }
    const next = applyAccountChange(old, change, settings.secret_key);
    const row = await db.row<CarrierAccountRow>(
      `update carrier_account set name = $3, is_enabled = $4, services = $5, carrier_ids = $6, base_url = $7,
         api_key_sealed = $8, api_key_end = $9, markups = $10, preference = $11, gs1_prefix = $12, rate_card = $13,
         tested_at = $14, test_failure = $15, pickup_cut_off = $16, version = version + 1
        where business_id = $1 and id = $2 returning *`,
      [
        business_id,
        carrier_account_id,
        next.name,
        next.is_enabled,
        next.services,
        next.carrier_ids,
        next.base_url,
        next.api_key_sealed,
        next.api_key_end,
        JSON.stringify(next.markups),
        next.preference,
        next.gs1_prefix,
        next.rate_card === null ? null : JSON.stringify(next.rate_card),
        next.tested_at,
        next.test_failure,
        next.pickup_cut_off,
      ],
    );
    if (row === undefined) throw new Error("A locked account was gone.");
    emit({
      subject: { type: "carrier_account", id: carrier_account_id },
      kind: "carrier_account.changed",
      payload: { members: Object.keys(change) },
      before: { is_enabled: old.is_enabled, services: old.services, base_url: old.base_url },
      after: { is_enabled: row.is_enabled, services: row.services, base_url: row.base_url },
    });
    return { result: true, version: row.version, carrier_account: toAccount(row) };
  },
});
