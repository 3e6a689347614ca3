/** The shape of the rows of conversations about orders. */
import type { ParticipantRole } from "./rules.ts";

interface OrderChatRow {
  business_id: number;
  order_id: number;
  last_seq: number;
  last_message_at: string | null;
  needs_answer: boolean;
  customer_enabled: boolean | null;
  closed_at: string | null;
  reopened_at: string | null;
  version: number;
  created_at: string;
}

interface ChatPosition {
  lat: number;
  lng: number;
  accuracy_m?: number | undefined;
}

export interface OrderChatMessageRow {
  id: number;
  business_id: number;
  order_id: number;
  seq: number;
  author_role: ParticipantRole;
  author_account_id: number;
  driver_id: number | null;
  customer_id: number | null;
  contractor_account_id: number | null;
  text: string;
  language: string | null;
  quick_reply: string | null;
  /** The texts of a quick reply in the other languages, by language. */
  translations: Record<string, string>;
  position: ChatPosition | null;
  written_at: string | null;
  sent_at: string;
  deleted_at: string | null;
  deleted_by: number | null;
}

interface OrderChatAttachmentRow {
  business_id: number;
  message_id: number;
  file_id: number;
}

interface OrderChatReadRow {
  business_id: number;
  order_id: number;
  account_id: number;
  role: ParticipantRole;
  read_seq: number;
  read_at: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    order_chat: OrderChatRow;
    order_chat_message: OrderChatMessageRow;
    order_chat_attachment: OrderChatAttachmentRow;
    order_chat_read: OrderChatReadRow;
  }
}
