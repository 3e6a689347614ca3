/** The conversation about an order, kept on the device; what is written without a connection is sent later. */
import { ActionIcon, Button, Textarea } from "@mantine/core";
import { IconChevronLeft, IconMessages, IconSend2 } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { OrderChatMessagesOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { findNextStep } from "../../../field/describe-item.ts";
import { fetchKept } from "../../../offline/fetch-kept.ts";
import type { Queue } from "../../../offline/queue.ts";
import { useQueue, useQueueState } from "../../../offline/use-queue.ts";
import { Empty, Failure } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { usePageTitle } from "../../../parts/use-page-title.ts";
import { useDay } from "./queries.ts";
import { text } from "./text.ts";
import { useCommands } from "./use-commands.ts";
import "./driver-app.css";

type Messages = OrderChatMessagesOutput["messages"];
const KEPT = 50;

const chatQuery = (order_id: number, { database }: Queue) =>
  queryOptions({
    queryKey: ["driver-chat", order_id],
    meta: { live: [{ order_chat: order_id }] },
    networkMode: "always",
    retry: false,
    queryFn: ({ signal }): Promise<Messages> =>
      fetchKept(database, `chat/${order_id}`, async () => {
        const { messages } = await client.orderChatMessages({ order_id, limit: KEPT }, { signal });
        const last = messages.at(-1);
        if (last !== undefined)
          // The mark is set with the next visit.
          void client.orderChatRead({ order_id, up_to_seq: last.seq }).catch(() => {});
        return messages;
      }),
  });

export function ChatPage() {
  const order_id = Number(useParams({ from: "/inside/driver/chat/$order_id" }).order_id);
  const queue = useQueue();
  const query = useQuery(chatQuery(order_id, queue));
  const { data: day } = useDay();
  const { items } = useQueueState();
  const { moment } = useTimes();
  const found = day?.routes
    .flatMap(({ stops }) => stops)
    .flatMap((stop) => stop.tasks.map((task) => ({ stop, task })))
    .find(({ task }) => task.order_id === order_id);
  const name = found?.task.ref ?? found?.task.tracking_number ?? String(order_id);
  const title = `${text.chat.list} · ${name}`;
  usePageTitle(title);
  const own = items.filter(({ type, body }) => type === "chat_message" && body["order_id"] === order_id);
  const messages = query.data ?? [];
  return (
    <div className="page chat-page">
      {found === undefined ? null : (
        <Link to="/driver/stops/$stop_id" params={{ stop_id: String(found.stop.id) }} className="stop-back">
          <IconChevronLeft size={22} aria-hidden /> {text.stop.title(found.stop.seq)}
        </Link>
      )}
      <h1 className="cut">{title}</h1>
      {query.error !== null && messages.length === 0 ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : messages.length + own.length === 0 ? (
        <Empty icon={IconMessages} title={text.chat.empty}>
          {text.chat.not_loaded}
        </Empty>
      ) : null}
      <div className="chat-lines" role="log" aria-label={text.chat.list}>
        {messages.map((message) => (
          <Line
            key={message.seq}
            is_own={message.author?.is_me === true}
            head={[message.author?.name, moment(message.sent_at)]}
          >
            {message.text ?? ""}
          </Line>
        ))}
        {own.map((item) => (
          <Line key={item.seq} is_own head={[text.chat.not_sent, moment(item.occurred_at)]}>
            {String(item.body["text"])}
            {item.state === "refused" ? (
              <span className="stack" style={{ gap: 6, marginTop: 6 }}>
                <span className="field-refusal">{item.refusal?.message}</span>
                <span>{findNextStep(item)}</span>
                <Button size="md" variant="default" onClick={() => void queue.repeat(item)}>
                  {text.chat.send}
                </Button>
              </span>
            ) : null}
          </Line>
        ))}
      </div>
      <Write order_id={order_id} name={name} />
    </div>
  );
}

function Line({
  is_own,
  head,
  children,
}: {
  is_own: boolean;
  head: readonly (string | null | undefined)[];
  children: React.ReactNode;
}) {
  return (
    <div className={is_own ? "chat-line own" : "chat-line"}>
      <p className="dim small">{head.filter(Boolean).join(" · ")}</p>
      {children}
    </div>
  );
}

function Write({ order_id, name }: { order_id: number; name: string }) {
  const { write } = useCommands();
  const [written, setWritten] = useState("");
  return (
    <form
      className="chat-form"
      onSubmit={async (event) => {
        event.preventDefault();
        if (written.trim() !== "" && (await write(order_id, name, written.trim()))) setWritten("");
      }}
    >
      <Textarea
        className="grow"
        size="md"
        autosize
        maxRows={6}
        maxLength={4000}
        aria-label={text.chat.write}
        placeholder={text.chat.write}
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
      <ActionIcon type="submit" size={44} aria-label={text.chat.send} disabled={written.trim() === ""}>
        <IconSend2 size={22} />
      </ActionIcon>
    </form>
  );
}
