/** Who sends for a business: its own accounts at vendors, as they are stored. */
import type { Context } from "#operation/define/context.ts";
import type { SmtpAccount } from "#providers/email/port.ts";

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

const NO_MESSAGING_SETTINGS: MessagingRow = { sms: null, email: null, version: 0 };

const OF_BUSINESS = "select sms, email, version from messaging_settings where business_id = $1";

export async function loadMessaging(db: Context["db"], business_id: number | null): Promise<MessagingRow> {
  if (business_id === null) return NO_MESSAGING_SETTINGS;
  const row = await db.row<MessagingRow>(OF_BUSINESS, [business_id]);
  return row ?? NO_MESSAGING_SETTINGS;
}

/** Locked. The first change inserts the row, so that concurrent changes wait for each other. */
export async function lockMessaging({
  db,
  business_id,
}: Pick<Context, "db" | "business_id">): Promise<MessagingRow> {
  await db.execute(
    "insert into messaging_settings (business_id, version) values ($1, 0) on conflict do nothing",
    [business_id],
  );
  return (await db.row<MessagingRow>(`${OF_BUSINESS} for update`, [business_id])) ?? NO_MESSAGING_SETTINGS;
}

export async function saveMessaging(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  { sms, email, version }: MessagingRow,
): Promise<void> {
  await db.execute(
    "update messaging_settings set sms = $2, email = $3, version = $4 where business_id = $1",
    [
      business_id,
      sms === null ? null : JSON.stringify(sms),
      email === null ? null : JSON.stringify(email),
      version,
    ],
  );
}
