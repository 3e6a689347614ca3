/**
 * Who sends for a business: its own account at a vendor, the installation's, or nobody (messages stay in the outbox).
 */
import type { Context } from "#operation/define/context.ts";
import { decryptText } from "#platform/auth/secrets.ts";
import type { EmailPort } from "#providers/email/port.ts";
import { DEFAULT_BASE_URL, type SmsPort } from "#providers/sms/port.ts";
import { loadMessaging, type MessagingRow } from "./records/messaging-settings.ts";
import { chooseEmailSender, chooseSmsSender, type SenderSource } from "./rules.ts";

/** The parts of a context that a lookup needs; jobs provide the same. */
export type SenderContext = Pick<Context, "db" | "providers" | "settings">;

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
  const source = chooseSmsSender(sms, providers.sms.installation_port !== null, settings.allows_sms_outbox);
  const port = () => {
    if (source === "installation") return providers.sms.installation_port;
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
  const source = chooseEmailSender(email, providers.email.installation_port !== null);
  const port = () => {
    if (source === "installation") return providers.email.installation_port;
    if (source !== "own" || email === null) return null;
    const { vendor: _vendor, secret_sealed, secret_end: _end, ...account } = email;
    const password = secret_sealed === null ? null : decryptText(settings.secret_key, secret_sealed);
    return providers.email.of({ ...account, password });
  };
  return { source, port };
}

/** Does somebody send e-mail for this business, or for the platform itself? If not, it stays in the outbox. */
export async function isEmailSent(sender: SenderContext, business_id: number | null): Promise<boolean> {
  return getEmailSender(await loadMessaging(sender.db, business_id), sender).source !== "outbox";
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
