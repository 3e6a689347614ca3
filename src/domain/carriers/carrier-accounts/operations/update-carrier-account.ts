/**
 * Change an account at a carrier. Members that are not sent stay unchanged. Its code stays, because price lists and rules
 * name it; an account that is not used any more is disabled.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import type { Message } from "#operation/response/messages.ts";
import { GS1_PREFIX } from "#providers/carriers/house/numbers.ts";
import { findRateCardFault, type RateCard, type RateCardFault } from "#providers/carriers/house/rate-card.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { CarrierAccountRecord, type CarrierAccountRow, sealKey } from "../records/carrier-account.ts";
import type { Markup } from "../rules.ts";
import { accountMembers, CarrierAccount, RateCardMember, toAccount } from "../shapes.ts";

export const updateCarrierAccount = defineOperation({
  name: "labelserviceCarrierAccountUpdate",
  summary: "Update an account at a carrier",
  risk: "high",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/labelservice/carrier-accounts/{carrier_account_id}" },
  input: Type.Object({
    carrier_account_id: Ref("carrier_account"),
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
    const { settings, refuse, expectVersion, emit } = context;
    const old = await CarrierAccountRecord.getLocked(context, carrier_account_id);
    expectVersion(old.version);
    const faults = findChangeFaults(old, change);
    const [first] = faults;
    if (first !== undefined) {
      throw refuse("invalid_request", {
        message: first.code === null ? messages.rate_card_not_valid : messages[first.code],
        errors: faults.map(({ field, message }) => ({ field, message })),
      });
    }
    const row = await CarrierAccountRecord.change(
      context,
      old,
      applyAccountChange(old, change, settings.secret_key),
    );
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

interface AccountChange {
  name?: string;
  is_enabled?: boolean;
  services?: string[];
  carrier_ids?: string[];
  base_url?: string;
  api_key?: string;
  markups?: Markup[];
  preference?: number;
  pickup_cut_off?: string | null;
  gs1_prefix?: string | null;
  rate_card?: RateCard | null;
}

/** The members that would be sent to the wrong account; the message of each. */
function findChangeFaults(
  { kind, base_url: old_url }: Pick<CarrierAccountRow, "kind" | "base_url">,
  { api_key, base_url, carrier_ids, gs1_prefix, rate_card }: AccountChange,
): {
  field: string;
  code: "only_house" | "no_house_credentials" | "api_key_needed" | null;
  message: Message;
}[] {
  if (kind === "house") {
    const foreign = Object.entries({ api_key, base_url, carrier_ids }).filter(
      ([, value]) => value !== undefined,
    );
    if (foreign.length > 0)
      return foreign.map(([field]) => ({
        field,
        code: "no_house_credentials",
        message: messages.not_for_house,
      }));
    const fault = rate_card ? findRateCardFault(rate_card) : null;
    return fault === null ? [] : [{ field: fault.field, code: null, message: describeRateCardFault(fault) }];
  }
  const foreign = Object.entries({ gs1_prefix, rate_card }).filter(([, value]) => value !== undefined);
  if (foreign.length > 0)
    return foreign.map(([field]) => ({ field, code: "only_house", message: messages.for_house_only }));
  const moves = base_url !== undefined && base_url !== old_url;
  return moves && api_key === undefined
    ? [{ field: "api_key", code: "api_key_needed", message: messages.required_with_address }]
    : [];
}

/** The account with its change. A key, an address or other connections make what was known of the carrier void. */
function applyAccountChange(
  old: CarrierAccountRow,
  { api_key, name = old.name, ...plain }: AccountChange,
  secret_key: Buffer,
) {
  const { is_enabled, services, carrier_ids, base_url, markups, preference, ...next } = { ...old, ...plain };
  const is_void = api_key !== undefined || plain.base_url !== undefined || plain.carrier_ids !== undefined;
  const { api_key_sealed, api_key_end } = api_key === undefined ? old : sealKey(secret_key, api_key);
  return {
    name: name.trim(),
    is_enabled,
    services,
    carrier_ids,
    base_url,
    api_key_sealed,
    api_key_end,
    markups,
    preference,
    gs1_prefix: next.gs1_prefix,
    rate_card: next.rate_card,
    tested_at: is_void ? null : next.tested_at,
    test_failure: is_void ? null : next.test_failure,
    pickup_cut_off: next.pickup_cut_off,
  };
}

function describeRateCardFault(fault: RateCardFault): Message {
  return fault.fault === "code_named_twice"
    ? messages.code_named_twice.with({ code: fault.code })
    : messages[fault.fault];
}
