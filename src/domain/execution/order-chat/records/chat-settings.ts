/** What a business set for its conversations; defaults where it set nothing. */
import type { Context } from "#operation/define/context.ts";
import { DEFAULT_QUICK_REPLIES, type QuickReply } from "../quick-replies.ts";
import type { AccessSettings } from "../rules.ts";

export interface ChatSettings extends AccessSettings {
  /** Messages older than this are deleted; null keeps them. */
  retention_days: number | null;
  /** When somebody of the business answers, in its time zone; null: no hours are shown. */
  hours: { from: string; to: string } | null;
  quick_replies: readonly QuickReply[];
  version: number;
}

/** As stored: `quick_replies` is null for those that come with the service. */
export interface StoredChatSettings extends Omit<ChatSettings, "quick_replies"> {
  business_id: number;
  quick_replies: readonly QuickReply[] | null;
}

const DEFAULT_CHAT_SETTINGS: ChatSettings = {
  customers: "on_request",
  contractors: false,
  driver_access: "assignment",
  grace_h: 2,
  retention_days: 365,
  hours: null,
  quick_replies: DEFAULT_QUICK_REPLIES,
  version: 0,
};

export function loadStoredSettings({
  db,
  business_id,
}: Pick<Context, "db" | "business_id">): Promise<StoredChatSettings | undefined> {
  return db.row<StoredChatSettings>("select * from order_chat_settings where business_id = $1", [
    business_id,
  ]);
}

export function buildChatSettings(row: StoredChatSettings | null | undefined): ChatSettings {
  if (!row) return DEFAULT_CHAT_SETTINGS;
  const { business_id: _business, ...stored_settings } = row;
  return { ...stored_settings, quick_replies: row.quick_replies ?? DEFAULT_QUICK_REPLIES };
}

/** The first settings of a business or the next ones: one statement for both. */
export async function saveSettings(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  stored_settings: Omit<StoredChatSettings, "business_id">,
): Promise<void> {
  await db.execute(
    `insert into order_chat_settings (business_id, customers, contractors, driver_access, grace_h, retention_days, hours, quick_replies, version)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (business_id) do update set customers = excluded.customers, contractors = excluded.contractors,
         driver_access = excluded.driver_access, grace_h = excluded.grace_h, retention_days = excluded.retention_days,
         hours = excluded.hours, quick_replies = excluded.quick_replies, version = excluded.version`,
    [
      business_id,
      stored_settings.customers,
      stored_settings.contractors,
      stored_settings.driver_access,
      stored_settings.grace_h,
      stored_settings.retention_days,
      stored_settings.hours === null ? null : JSON.stringify(stored_settings.hours),
      stored_settings.quick_replies === null ? null : JSON.stringify(stored_settings.quick_replies),
      stored_settings.version,
    ],
  );
}
