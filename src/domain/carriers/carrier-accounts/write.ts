/** What a change makes of an account. */
import { encryptText } from "#platform/auth/secrets.ts";
import { findRateCardFault, type RateCard } from "#providers/carriers/house/rate-card.ts";
import type { Markup } from "./rules.ts";
import type { CarrierAccountRow } from "./tables.ts";

/** The last characters of a key that is long enough to show them. */
export function getKeyEnd(key: string): string | null {
  return key.length >= 16 ? key.slice(-4) : null;
}

export interface AccountChange {
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
export function findChangeFaults(
  { kind, base_url: old_url }: Pick<CarrierAccountRow, "kind" | "base_url">,
  { api_key, base_url, carrier_ids, gs1_prefix, rate_card }: AccountChange,
): {
  field: string;
  code: "only_house" | "no_house_credentials" | "api_key_needed" | null;
  message: string;
}[] {
  if (kind === "house") {
    const foreign = Object.entries({ api_key, base_url, carrier_ids }).filter(
      ([, value]) => value !== undefined,
    );
    if (foreign.length > 0)
      return foreign.map(([field]) => ({
        field,
        code: "no_house_credentials",
        message: "is not for the house",
      }));
    const fault = rate_card ? findRateCardFault(rate_card) : null;
    return fault === null ? [] : [{ ...fault, code: null }];
  }
  const foreign = Object.entries({ gs1_prefix, rate_card }).filter(([, value]) => value !== undefined);
  if (foreign.length > 0)
    return foreign.map(([field]) => ({ field, code: "only_house", message: "is for the house only" }));
  const moves = base_url !== undefined && base_url !== old_url;
  return moves && api_key === undefined
    ? [{ field: "api_key", code: "api_key_needed", message: "is required with another address" }]
    : [];
}

/** The account with its change. A key, an address or other connections make what was known of the carrier void. */
export function applyAccountChange(
  old: CarrierAccountRow,
  change: AccountChange,
  secret_key: Buffer,
): CarrierAccountRow {
  const { api_key, name, ...plain } = change;
  const next = { ...old, ...plain, name: name?.trim() ?? old.name };
  if (api_key !== undefined) {
    next.api_key_sealed = encryptText(secret_key, api_key);
    next.api_key_end = getKeyEnd(api_key);
  }
  if (api_key !== undefined || change.base_url !== undefined || change.carrier_ids !== undefined) {
    next.tested_at = null;
    next.test_failure = null;
  }
  return next;
}
