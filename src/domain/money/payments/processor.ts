/** The processor of card payments of a business. */
import type { Context } from "#operation/define/context.ts";
import { decryptText } from "#platform/auth/secrets.ts";
import { DEFAULT_BASE_URL } from "#providers/payments/checkout-sessions.ts";
import type { PaymentProcessor } from "#providers/payments/port.ts";
import { loadPaymentSettings } from "./records/payment-settings.ts";

export type SettingsReader = Pick<Context<never>, "db" | "business_id" | "providers" | "settings">;

/** Null where none is set up. Decrypting fails after a change of the installation's key. */
export async function findProcessor(reader: SettingsReader): Promise<PaymentProcessor | null> {
  const row = await loadPaymentSettings(reader);
  if (row === undefined || row.vendor === "none" || row.secret_sealed === null) return null;
  const { secret_key } = reader.settings;
  return reader.providers.payments.of({
    secret_key: decryptText(secret_key, row.secret_sealed),
    event_secret: row.event_secret_sealed === null ? null : decryptText(secret_key, row.event_secret_sealed),
    base_url: row.base_url ?? DEFAULT_BASE_URL,
  });
}
