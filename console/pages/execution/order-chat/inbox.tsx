/** The conversations of the business, with the chosen one beside the list. */
import { Badge, Button, SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { IconArrowLeft, IconMessageOff, IconMessages } from "#icons";
import { useMe } from "../../../api/session.ts";
import { List } from "../../../parts/list/list.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { ChatMenu } from "./chat-menu.tsx";
import { ChatPanel } from "./chat-panel.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import type { InboxFilters } from "./filters.ts";
import { conversationQuery, inboxQuery } from "./queries.ts";
import { text } from "./text.ts";
import "./order-chat.css";

const here = getRouteApi("/inside/conversations");
const PER_PAGE = 100;

export function Inbox() {
  const me = useMe();
  if (!me.features.includes("order_chat")) return <FeatureOff />;
  return <Conversations />;
}

function FeatureOff() {
  return (
    <Page>
      <Sheet>
        <Empty
          icon={IconMessageOff}
          title={text.inbox.off}
          action={
            <Button component={Link} to="/settings" variant="default">
              {text.inbox.open_settings}
            </Button>
          }
        >
          {text.inbox.off_about}
        </Empty>
      </Sheet>
    </Page>
  );
}

function Conversations() {
  const { show } = here.useSearch() as InboxFilters;
  const navigate = here.useNavigate();
  const [chosen_id, setChosenId] = useState<number | null>(null);
  const is_narrow = useMediaQuery("(max-width: 900px)") === true;
  const query = useQuery(
    inboxQuery({
      per_page: PER_PAGE,
      ...(show === "unread" ? { unread: true } : {}),
      ...(show === "to_answer" ? { needs_answer: true } : {}),
    }),
  );
  const list = (
    <div className="scroll stack" style={{ gap: 12 }}>
      <SegmentedControl
        aria-label={text.inbox.show}
        data={[
          { value: "", label: text.inbox.all },
          { value: "unread", label: text.inbox.unread },
          { value: "to_answer", label: text.inbox.to_answer },
        ]}
        value={show ?? ""}
        onChange={(value) =>
          void navigate({ search: (value === "" ? {} : { show: value }) as InboxFilters, replace: true })
        }
        style={{ alignSelf: "flex-start" }}
      />
      <List
        label={text.inbox.all}
        query={query}
        rows={({ conversations }) => conversations}
        empty={
          <Empty icon={IconMessages} title={nameEmpty(show)}>
            {show === undefined ? text.inbox.none_about : null}
          </Empty>
        }
        item={(one) => (
          <li key={one.order_id}>
            <ConversationRow
              entry={one}
              chosen={one.order_id === chosen_id}
              choose={() => setChosenId(one.order_id)}
            />
          </li>
        )}
      />
    </div>
  );
  return (
    <Page fill subtitle={query.data === undefined ? undefined : text.inbox.total({ n: query.data.total })}>
      <div className="chat-split">
        {is_narrow && chosen_id !== null ? null : list}
        {chosen_id === null ? (
          is_narrow ? null : (
            <Sheet>
              <Empty icon={IconMessages} title={text.inbox.choose} />
            </Sheet>
          )
        ) : (
          <ChosenConversation
            key={chosen_id}
            order_id={chosen_id}
            leave={is_narrow ? () => setChosenId(null) : undefined}
          />
        )}
      </div>
    </Page>
  );
}

const nameEmpty = (show: InboxFilters["show"]) =>
  show === "unread"
    ? text.inbox.none_unread
    : show === "to_answer"
      ? text.inbox.none_to_answer
      : text.inbox.none;

function ChosenConversation({ order_id, leave }: { order_id: number; leave: (() => void) | undefined }) {
  const query = useQuery(conversationQuery(order_id));
  return (
    <Loaded query={query}>
      {({ conversation }) => (
        <Sheet
          pad={false}
          title={
            <span className="row tight">
              {leave === undefined ? null : (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<IconArrowLeft size={14} />}
                  onClick={leave}
                >
                  {text.inbox.back}
                </Button>
              )}
              <RecordLink type="order" id={order_id} inherit aria-label={text.inbox.open_order}>
                {conversation.tracking_number}
              </RecordLink>
              {conversation.state === "closed" ? (
                <Badge size="sm" color="gray">
                  {text.closed}
                </Badge>
              ) : null}
            </span>
          }
          actions={<ChatMenu conversation={conversation} />}
        >
          <ChatPanel conversation={conversation} tall />
        </Sheet>
      )}
    </Loaded>
  );
}
