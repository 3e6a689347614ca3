/** The conversation about an order, kept on the device. */
import { queryOptions } from "@tanstack/react-query";
import { client } from "../api/client.ts";
import { fetchWithFallback } from "../offline/fetch-with-fallback.ts";
import type { Queue } from "../offline/queue.ts";
import type { ChatMessage } from "./chat-lines.ts";

const LATEST = 50;
const WITHOUT_NETWORK = { networkMode: "always", retry: false } as const;

export const chatQuery = (order_id: number, { database }: Queue) =>
  queryOptions({
    ...WITHOUT_NETWORK,
    queryKey: ["field-chat", "messages", order_id],
    meta: { live: [{ order_chat: order_id }] },
    queryFn: ({ signal }): Promise<ChatMessage[]> =>
      fetchWithFallback(database, `chat/${order_id}`, async () => {
        const { messages } = await client.orderChatMessages({ order_id, limit: LATEST }, { signal });
        const last = messages.at(-1);
        if (last !== undefined)
          // The mark is set with the next visit.
          void client.orderChatRead({ order_id, up_to_seq: last.seq }).catch(() => {});
        return messages;
      }),
  });

export const conversationQuery = (order_id: number, { database }: Queue) =>
  queryOptions({
    ...WITHOUT_NETWORK,
    queryKey: ["field-chat", "conversation", order_id],
    meta: { live: [{ order_chat: order_id }] },
    queryFn: ({ signal }) =>
      fetchWithFallback(
        database,
        `conversation/${order_id}`,
        async () => (await client.orderChat({ order_id }, { signal })).conversation,
      ),
  });
