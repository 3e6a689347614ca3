/** What a business set for its conversations; defaults where it set nothing. */
import { DEFAULT_QUICK_REPLIES, type QuickReply } from "./quick-replies.ts";
import type { AccessSettings } from "./rules.ts";

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

export const SETTINGS_COLUMNS =
  "business_id, customers, contractors, driver_access, grace_h, retention_days, hours, quick_replies, version";

export function buildChatSettings(row: StoredChatSettings | null | undefined): ChatSettings {
  if (!row) return DEFAULT_CHAT_SETTINGS;
  const { business_id: _business, ...stored } = row;
  return { ...stored, quick_replies: row.quick_replies ?? DEFAULT_QUICK_REPLIES };
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    order_chat_settings: StoredChatSettings;
  }
}
