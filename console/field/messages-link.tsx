/** To the conversation about an order, with how much of it is new. */

import { useQuery } from "@tanstack/react-query";
import { IconMessage } from "#icons";
import { useMe } from "../api/session.ts";
import { useQueue } from "../offline/use-queue.ts";
import { Tag } from "../parts/badge.tsx";
import { ButtonLink } from "../parts/links.tsx";
import { conversationQuery } from "./chat-queries.ts";
import { text } from "./text.ts";

interface MessagesLinkProps {
  order_id: number;
  to: "/driver/chat/$order_id" | "/my-jobs/chat/$order_id";
}

export function MessagesLink({ order_id, to }: MessagesLinkProps) {
  const { features, permissions } = useMe();
  const is_on = features.includes("order_chat") && permissions.includes("chat:read");
  const { data } = useQuery({ ...conversationQuery(order_id, useQueue()), enabled: is_on });
  if (!is_on) return null;
  return (
    <ButtonLink
      size="md"
      variant="default"
      leftSection={<IconMessage size={20} />}
      rightSection={
        data === undefined || data.unread === 0 ? null : (
          <Tag tone="bad">{text.chat.unread({ n: data.unread })}</Tag>
        )
      }
      to={to}
      params={{ order_id: String(order_id) }}
    >
      {text.chat.list}
    </ButtonLink>
  );
}
