/** The conversation about one order, as a sheet of its page; nothing where the caller does not take part. */
import { Badge } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMe } from "../../../api/session.ts";
import { Sheet } from "../../../parts/page.tsx";
import { ChatMenu } from "./chat-menu.tsx";
import { ChatPanel } from "./chat-panel.tsx";
import { conversationQuery } from "./queries.ts";
import { text } from "./text.ts";

export function OrderChat({ order_id }: { order_id: number }) {
  const me = useMe();
  const is_on = me.features.includes("order_chat") && me.permissions.includes("chat:read");
  const { data } = useQuery({ ...conversationQuery(order_id), enabled: is_on });
  if (!is_on || data === undefined) return null;
  const { conversation } = data;
  return (
    <Sheet
      pad={false}
      title={
        <span className="row tight">
          {text.title}
          {conversation.unread > 0 ? (
            <Badge size="sm" variant="filled" aria-label={text.unread({ n: conversation.unread })}>
              {conversation.unread}
            </Badge>
          ) : null}
        </span>
      }
      actions={<ChatMenu conversation={conversation} />}
    >
      <ChatPanel conversation={conversation} />
    </Sheet>
  );
}
