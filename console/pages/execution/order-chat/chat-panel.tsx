/** The messages of a conversation, and where one writes. What is on screen counts as read. */
import { Button } from "@mantine/core";
import { useInViewport } from "@mantine/hooks";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { IconMessages } from "#icons";
import { client } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { Failure, Waiting } from "../../../parts/states.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { Composer } from "./composer.tsx";
import { MessageView } from "./message.tsx";
import { type ChatConversation, type ChatMessage, KEY, messagesQuery } from "./queries.ts";
import { text } from "./text.ts";
import "./order-chat.css";

export function ChatPanel({
  conversation,
  tall = false,
}: {
  conversation: ChatConversation;
  tall?: boolean;
}) {
  const { order_id } = conversation;
  const query = useInfiniteQuery(messagesQuery(order_id));
  const messages = useMemo(
    () => (query.data?.pages ?? []).toReversed().flatMap((page) => page.messages),
    [query.data],
  );
  const may_write = useMe().permissions.includes("chat:write");
  const { ref: viewport, inViewport } = useInViewport();
  useMarkRead(conversation, messages, inViewport);
  const log = useFollowEnd(messages.at(-1)?.seq ?? 0);
  return (
    <div className={tall ? "chat chat-tall" : "chat"} ref={viewport}>
      <Readers conversation={conversation} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <div className="chat-log" role="log" aria-label={text.list} tabIndex={0} ref={log}>
        {query.isPending ? (
          <Waiting rows={3} />
        ) : query.error !== null && messages.length === 0 ? (
          <Failure error={query.error} retry={() => query.refetch()} />
        ) : messages.length === 0 ? (
          <p className="chat-empty dim">
            <IconMessages size={20} stroke={1.5} aria-hidden />
            {text.empty}
          </p>
        ) : (
          <>
            {query.hasNextPage ? (
              <Button
                size="xs"
                variant="subtle"
                loading={query.isFetchingNextPage}
                onClick={() => query.fetchNextPage()}
              >
                {text.earlier}
              </Button>
            ) : null}
            <Days messages={messages} order_id={order_id} />
          </>
        )}
      </div>
      {conversation.can_write && may_write ? (
        <Composer key={order_id} conversation={conversation} />
      ) : conversation.can_write ? null : (
        <p className="chat-closed dim small">{text.closed}</p>
      )}
    </div>
  );
}

function Days({ messages, order_id }: { messages: readonly ChatMessage[]; order_id: number }) {
  const times = useTimes();
  const dated = Map.groupBy(messages, ({ sent_at }) => times.toDay(sent_at));
  return (
    <>
      {[...dated].map(([date, of_day]) => (
        <section key={date} className="chat-day" aria-label={day(date)}>
          <p className="chat-date small">
            <span>{day(date)}</span>
          </p>
          {of_day.map((message) => (
            <MessageView key={message.seq} message={message} order_id={order_id} />
          ))}
        </section>
      ))}
    </>
  );
}

/** Who reads what is written now, and why somebody does not. */
function Readers({ conversation }: { conversation: ChatConversation }) {
  const me = useMe();
  const times = useTimes();
  const { participants, driver_access, driver_access_ends_at, hours, staffed, can_write } = conversation;
  const others = participants.filter(({ role }) => role !== me.user.role);
  const names = others.map(({ role, name }) => `${text.roles[role]} ${name}`).join(", ");
  const until = driver_access_ends_at === null ? null : times.moment(driver_access_ends_at);
  const of_staff = isStaff(me);
  const about_driver = {
    none: text.no_driver,
    before: text.not_started,
    open: until === null ? null : text.access_ends({ at: until }),
    ended: text.access_ended({ at: until ?? "" }),
  }[driver_access];
  const lines = [
    can_write && of_staff ? (names === "" ? text.nobody : text.reads({ names })) : null,
    of_staff && can_write ? about_driver : null,
    staffed || hours === null
      ? null
      : of_staff
        ? text.outside_hours({ from: hours.from, to: hours.to })
        : text.answers_at({ from: hours.from, to: hours.to }),
  ].filter((line) => line !== null);
  return lines.length === 0 ? null : <p className="chat-readers dim small">{lines.join(" ")}</p>;
}

function useMarkRead(
  { order_id, unread }: ChatConversation,
  messages: readonly ChatMessage[],
  is_seen: boolean,
): void {
  const client_of_queries = useQueryClient();
  const up_to_seq = messages.at(-1)?.seq ?? 0;
  useEffect(() => {
    if (!is_seen || unread === 0 || up_to_seq === 0) return;
    const mark = () => {
      if (document.visibilityState !== "visible") return;
      client
        .orderChatRead({ order_id, up_to_seq })
        .then(() => client_of_queries.invalidateQueries({ queryKey: [KEY] }))
        // The mark is set with the next message or visit.
        .catch(() => {});
    };
    const timer = setTimeout(mark, 600);
    document.addEventListener("visibilitychange", mark);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", mark);
    };
  }, [client_of_queries, is_seen, order_id, unread, up_to_seq]);
}

/** The latest message stays in view, unless somebody scrolled up to read. */
function useFollowEnd(last_seq: number) {
  const log = useRef<HTMLDivElement>(null);
  const at_end = useRef(true);
  useEffect(() => {
    const element = log.current;
    if (element === null) return;
    const look = () => {
      at_end.current = element.scrollHeight - element.scrollTop - element.clientHeight < 80;
    };
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is the reason to scroll.
  useLayoutEffect(() => {
    const element = log.current;
    if (element !== null && at_end.current) element.scrollTop = element.scrollHeight;
  }, [last_seq]);
  return log;
}
