/** Accounts at carriers: what one is, how it is found and stored. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { encryptText } from "#platform/auth/secrets.ts";
import type { RateCard } from "#providers/carriers/house/rate-card.ts";
import type { CarrierService } from "#providers/carriers/port.ts";
import { messages } from "../messages.ts";
import type { ACCOUNT_KINDS, Markup } from "../rules.ts";

export interface CarrierAccountRow extends Row<"carrier_account"> {
  kind: (typeof ACCOUNT_KINDS)[number];
  rate_card: RateCard | null;
  markups: Markup[];
  methods: CarrierService[];
}

export const CarrierAccountRecord = defineRecord<"carrier_account", CarrierAccountRow>(
  "carrier_account",
  messages.unknown_account,
);

export const findAccount = CarrierAccountRecord.find;
export const getAccount = CarrierAccountRecord.get;

/** The last characters of a key are shown where it is long enough. */
export function sealKey(secret_key: Buffer, key: string) {
  return {
    api_key_sealed: encryptText(secret_key, key),
    api_key_end: key.length >= 16 ? key.slice(-4) : null,
  };
}

/** What a test found is no change that somebody made, so the version stays. Without methods those known stay. */
export async function saveTest(
  { db, business_id, now }: Context<never>,
  id: number,
  { failure, methods }: { failure: string | null; methods: readonly CarrierService[] | null },
): Promise<void> {
  await db.execute(
    `update carrier_account set tested_at = $3, test_failure = $4, methods = coalesce($5::jsonb, methods)
      where business_id = $1 and id = $2`,
    [business_id, id, now, failure, methods === null ? null : JSON.stringify(methods)],
  );
}
