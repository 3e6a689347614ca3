/** Conversations about orders. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  ChatConversation,
  ChatMessage,
  OrderChatInboxInput,
  OrderChatInboxOutput,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { ChatConversation, ChatMessage };
export type InboxEntry = OrderChatInboxOutput["conversations"][number];

/** First part of the keys of everything about conversations. */
export const KEY = "order-chat";
const PAGE = 50;

export const conversationQuery = (order_id: number) =>
  queryOptions({
    queryKey: [KEY, "conversation", order_id],
    queryFn: ({ signal }) => client.orderChat({ order_id }, { signal }),
    // A user who does not take part is shown nothing.
    retry: false,
    meta: { live: [{ order_chat: order_id }, { order: order_id }] },
  });

/** Pages go back in time: the first one has the latest messages. */
export const messagesQuery = (order_id: number) =>
  infiniteQueryOptions({
    queryKey: [KEY, "messages", order_id],
    queryFn: ({ signal, pageParam }) =>
      client.orderChatMessages(
        { order_id, limit: PAGE, ...(pageParam === null ? {} : { before_seq: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ has_more, messages }) => (has_more ? messages[0]?.seq : undefined),
    retry: false,
    meta: { live: [{ order_chat: order_id }] },
  });

export const inboxQuery = (filter: OrderChatInboxInput) =>
  queryOptions({
    queryKey: [KEY, "inbox", filter],
    queryFn: ({ signal }) => client.orderChatInbox(filter, { signal }),
    meta: { live: ["order_chat"] },
  });

export const chatSettingsQuery = queryOptions({
  queryKey: [KEY, "settings"],
  queryFn: ({ signal }) => client.orderChatSettings({}, { signal }),
});

export const countUnread = async ({ signal }: { signal: AbortSignal }) =>
  (await client.orderChatInbox({ unread: true, per_page: 1 }, { signal })).total;
