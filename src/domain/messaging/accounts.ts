/** Who sends for a business: its own account at a vendor, the installation's, or nobody (the outbox keeps). */
import type { Context } from "#operation/context.ts";
import { unseal } from "#platform/auth/secrets.ts";
import type { EmailPort, SmtpAccount } from "#providers/email/port.ts";
import { DEFAULT_BASE_URL, type SmsPort } from "#providers/sms/port.ts";
import { type Road, roadOfEmail, roadOfSms } from "./rules.ts";

interface StoredSecret {
  secret_sealed: string | null;
  secret_end: string | null;
}

export interface StoredSms extends StoredSecret {
  vendor: "outbox" | "messages_api";
  account: string;
  sender: string;
  /** Null: the vendor's usual address. */
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

export const NOTHING_SET: MessagingRow = { sms: null, email: null, version: 0 };

/** What a lookup needs of a run; jobs lend the same. */
export type Sender = Pick<Context, "db" | "providers" | "settings">;

export async function readMessaging(db: Context["db"], business_id: number | null): Promise<MessagingRow> {
  if (business_id === null) return NOTHING_SET;
  const row = await db.row<MessagingRow>(
    "select sms, email, version from messaging_settings where business_id = $1",
    [business_id],
  );
  return row ?? NOTHING_SET;
}

export interface Way<Port> {
  road: Road;
  /** Null where nothing leaves: in the outbox, or nowhere. Unseals the account's secret, which fails after a change of key. */
  port(): Port | null;
}

export function wayOfSms({ sms }: MessagingRow, { providers, settings }: Sender): Way<SmsPort> {
  const road = roadOfSms(sms, providers.sms.own !== null, settings.outbox_counts);
  const port = () => {
    if (road === "installation") return providers.sms.own;
    if (road !== "own" || sms === null) return null;
    const { account, sender, base_url, secret_sealed } = sms;
    const token = secret_sealed === null ? "" : unseal(settings.secret_key, secret_sealed);
    return providers.sms.of({ account, sender, token, base_url: base_url ?? DEFAULT_BASE_URL });
  };
  return { road, port };
}

export function wayOfEmail({ email }: MessagingRow, { providers, settings }: Sender): Way<EmailPort> {
  const road = roadOfEmail(email, providers.email.own !== null);
  const port = () => {
    if (road === "installation") return providers.email.own;
    if (road !== "own" || email === null) return null;
    const { vendor: _vendor, secret_sealed, secret_end: _end, ...account } = email;
    const password = secret_sealed === null ? null : unseal(settings.secret_key, secret_sealed);
    return providers.email.of({ ...account, password });
  };
  return { road, port };
}

/**
 * May a text message to a customer of this business be promised? True with a vendor, and with the outbox where
 * the business chose it and the installation lets it count.
 */
export async function isSmsConfigured(sender: Sender, business_id: number): Promise<boolean> {
  return wayOfSms(await readMessaging(sender.db, business_id), sender).road !== null;
}
