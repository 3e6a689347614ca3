/** The conversations about the orders of a route or of a driver, each opened beside the page. */
import { Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isStaff, useMe } from "../../../api/session.ts";
import { Sheet } from "../../../parts/page.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { ChatPanel } from "./chat-panel.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import { conversationQuery, inboxQuery } from "./queries.ts";
import { text } from "./text.ts";
import "./order-chat.css";

export function ConversationsSheet({ of }: { of: { route_id: number } | { driver_id: number } }) {
  const me = useMe();
  const may_read = isStaff(me) && me.features.includes("order_chat") && me.permissions.includes("chat:read");
  const [chosen_id, setChosenId] = useState<number | null>(null);
  const { data } = useQuery({ ...inboxQuery({ per_page: 20, ...of }), enabled: may_read });
  const conversations = data?.conversations ?? [];
  if (conversations.length === 0) return null;
  const title = "route_id" in of ? text.of_route : text.of_driver;
  return (
    <Sheet title={title} pad={false}>
      <ul className="list" aria-label={title}>
        {conversations.map((one) => (
          <li key={one.order_id}>
            <ConversationRow entry={one} chosen={false} choose={() => setChosenId(one.order_id)} />
          </li>
        ))}
      </ul>
      {chosen_id === null ? null : <ChatDrawer order_id={chosen_id} close={() => setChosenId(null)} />}
    </Sheet>
  );
}

function ChatDrawer({ order_id, close }: { order_id: number; close: () => void }) {
  const query = useQuery(conversationQuery(order_id));
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={460}
      title={query.data?.conversation.tracking_number ?? text.title}
    >
      <Loaded query={query}>{({ conversation }) => <ChatPanel conversation={conversation} tall />}</Loaded>
    </Drawer>
  );
}
