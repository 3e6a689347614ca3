/** A conversation as it is on this device: what the service has, and what was written here and is not there yet. Pure. */
import type { OrderChatMessagesOutput } from "../../packages/client/client.gen.ts";
import type { QueuedItem } from "../offline/items.ts";
import type { Connection } from "../offline/send.ts";

export type ChatMessage = OrderChatMessagesOutput["messages"][number];

/** `sent`: the service has it. `sending`: it is under way. `not_sent`: it waits for a connection. `refused`: see why. */
type LineState = "sent" | "sending" | "not_sent" | "refused";

export interface ChatLine {
  key: string;
  is_own: boolean;
  /** Null for messages of others. */
  state: LineState | null;
  /** ISO 8601: when the service got it; before that, when it was written. */
  at: string;
  message: ChatMessage | null;
  item: QueuedItem | null;
}

const isMessage = (order_id: number) => (item: QueuedItem) =>
  item.type === "chat_message" && item.body["order_id"] === order_id;

/**
 * Lines in their order. `sent` are items that the service accepted: each is shown until the message that came of it, which
 * `message_seq` of its answer names, is among `messages`; nothing is shown twice.
 */
export function buildLines(
  order_id: number,
  messages: readonly ChatMessage[],
  sent_items: readonly { item: QueuedItem; message_seq: number | null }[],
  items: readonly QueuedItem[],
  { connection, is_online }: { connection: Connection; is_online: boolean },
): ChatLine[] {
  const known_seqs = new Set(messages.map(({ seq }) => seq));
  const accepted = new Set(sent_items.map(({ item }) => item.seq));
  const is_away = !is_online || (connection !== "ready" && connection !== "sending");
  const ofItem = (item: QueuedItem, state: LineState): ChatLine => ({
    key: `item-${item.seq}`,
    is_own: true,
    state,
    at: item.occurred_at,
    message: null,
    item,
  });
  return [
    ...messages.map((message): ChatLine => {
      const is_own = message.author.is_me;
      return {
        key: `message-${message.seq}`,
        is_own,
        state: is_own ? "sent" : null,
        at: message.sent_at,
        message,
        item: null,
      };
    }),
    ...sent_items
      .filter(
        ({ item, message_seq }) =>
          isMessage(order_id)(item) && (message_seq === null || !known_seqs.has(message_seq)),
      )
      .map(({ item }) => ofItem(item, "sent")),
    ...items
      .filter((item) => isMessage(order_id)(item) && !accepted.has(item.seq))
      .filter(({ state }) => state === "waiting" || state === "refused")
      .map((item) =>
        ofItem(
          item,
          item.state === "refused" ? "refused" : is_away || item.attempts > 0 ? "not_sent" : "sending",
        ),
      ),
  ];
}
