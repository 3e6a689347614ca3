/** Merchants: business customers with goods in lockers, their members, and their account at a processor. */
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { decryptText } from "#platform/auth/secrets.ts";
import { DEFAULT_BASE_URL } from "#providers/payments/checkout-sessions.ts";
import type { PaymentProcessor } from "#providers/payments/port.ts";
import { messages } from "../messages.ts";

export interface MerchantRow extends Row<"shop_merchant"> {
  status: "ACTIVE" | "PAUSED";
}

export const MerchantRecord = defineRecord<"shop_merchant", MerchantRow>(
  "shop_merchant",
  messages.no_merchant,
);

type Reader = Pick<Context, "db" | "business_id" | "actor">;

/** The merchants that the caller keeps; null for the business, which keeps all. */
export async function listOwnMerchants({ db, business_id, actor }: Reader): Promise<number[] | null> {
  if (actor.role === "client_admin" || actor.role === "employee") return null;
  const rows = await db.rows<{ merchant_id: number }>(
    "select merchant_id from shop_merchant_member where business_id = $1 and account_id = $2",
    [business_id, actor.account_id],
  );
  return rows.map(({ merchant_id }) => merchant_id);
}

/** A merchant that the caller keeps, locked. */
export async function lockOwnMerchant(context: Reader, id: number): Promise<MerchantRow> {
  const own_ids = await listOwnMerchants(context);
  return expectRecord(
    own_ids === null || own_ids.includes(id) ? await MerchantRecord.lock(context, id) : undefined,
    messages.no_merchant,
  );
}

/** Null where none is set up. */
export function findMerchantProcessor(
  { providers, settings }: Pick<Context<never>, "providers" | "settings">,
  { secret_sealed, event_secret_sealed, base_url }: MerchantRow,
): PaymentProcessor | null {
  if (secret_sealed === null) return null;
  return providers.payments.of({
    secret_key: decryptText(settings.secret_key, secret_sealed),
    event_secret: event_secret_sealed === null ? null : decryptText(settings.secret_key, event_secret_sealed),
    base_url: base_url ?? DEFAULT_BASE_URL,
  });
}
