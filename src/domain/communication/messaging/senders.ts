/**
 * Who sends for a business: its own account at a vendor, the installation's, or nobody (messages stay in the outbox).
 */
import type { Context } from "#operation/define/context.ts";
import { decryptText } from "#platform/auth/secrets.ts";
import type { EmailPort, SmtpAccount } from "#providers/email/port.ts";
import { DEFAULT_BASE_URL, type SmsPort } from "#providers/sms/port.ts";
import { chooseEmailSender, chooseSmsSender, type SenderSource } from "./rules.ts";

interface StoredSecret {
  secret_sealed: string | null;
  secret_end: string | null;
}

export interface StoredSms extends StoredSecret {
  vendor: "outbox" | "messages_api";
  account: string;
  sender: string;
  /** Null: the vendor's default address. */
  base_url: string | null;
}

export interface StoredEmail extends StoredSecret, Omit<SmtpAccount, "password"> {
  vendor: "outbox" | "smtp";
}

export interface MessagingRow {
  sms: StoredSms | null;
  email: StoredEmail | null;
  version: number;
}

export const NO_MESSAGING_SETTINGS: MessagingRow = { sms: null, email: null, version: 0 };

/** The parts of a context that a lookup needs; jobs provide the same. */
export type SenderContext = Pick<Context, "db" | "providers" | "settings">;

export async function loadMessaging(db: Context["db"], business_id: number | null): Promise<MessagingRow> {
  if (business_id === null) return NO_MESSAGING_SETTINGS;
  const row = await db.row<MessagingRow>(
    "select sms, email, version from messaging_settings where business_id = $1",
    [business_id],
  );
  return row ?? NO_MESSAGING_SETTINGS;
}

export interface MessageSender<Port> {
  source: SenderSource;
  /**
   * Null if nothing is sent: outbox only, or not at all. Decrypts the account's secret, which fails after a change of
   * key.
   */
  port(): Port | null;
}

export function getSmsSender(
  { sms }: MessagingRow,
  { providers, settings }: SenderContext,
): MessageSender<SmsPort> {
  const source = chooseSmsSender(sms, providers.sms.own !== null, settings.outbox_counts);
  const port = () => {
    if (source === "installation") return providers.sms.own;
    if (source !== "own" || sms === null) return null;
    const { account, sender, base_url, secret_sealed } = sms;
    const token = secret_sealed === null ? "" : decryptText(settings.secret_key, secret_sealed);
    return providers.sms.of({ account, sender, token, base_url: base_url ?? DEFAULT_BASE_URL });
  };
  return { source, port };
}

export function getEmailSender(
  { email }: MessagingRow,
  { providers, settings }: SenderContext,
): MessageSender<EmailPort> {
  const source = chooseEmailSender(email, providers.email.own !== null);
  const port = () => {
    if (source === "installation") return providers.email.own;
    if (source !== "own" || email === null) return null;
    const { vendor: _vendor, secret_sealed, secret_end: _end, ...account } = email;
    const password = secret_sealed === null ? null : decryptText(settings.secret_key, secret_sealed);
    return providers.email.of({ ...account, password });
  };
  return { source, port };
}

/**
 * Can a text message be sent to a customer of this business? True with a vendor, and with the outbox if the business
 * chose it and the installation allows it.
 */
export async function isSmsConfigured(sender: SenderContext, business_id: number): Promise<boolean> {
  return getSmsSender(await loadMessaging(sender.db, business_id), sender).source !== null;
}

/** Where the vendor of a business's own account reports what became of its messages, and delivers replies. */
export function buildReportUrl(base_url: string, business_id: number): string {
  return `${base_url}/api/v1/messaging/reports/messages-api/${business_id}`;
}
