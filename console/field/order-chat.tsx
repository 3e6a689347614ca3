/** The conversation about an order on a phone; what is written without a connection is sent later, in order. */
import { ActionIcon, Button, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { IconCheck, IconClock, IconCloudOff, IconMapPin, IconMessages, IconSend2 } from "#icons";
import { ApiError } from "../api/client.ts";
import { useLocale } from "../language/use-language.ts";
import type { QueuedItem } from "../offline/items.ts";
import { useOnline } from "../offline/use-online.ts";
import { useQueue, useQueueState } from "../offline/use-queue.ts";
import { getRules, toMemberProps } from "../parts/form-rules.ts";
import { Photo } from "../parts/photo.tsx";
import { Empty, Failure } from "../parts/states.tsx";
import { useTimes } from "../parts/times.ts";
import { notifyFailure } from "../parts/toast.ts";
import { usePageTitle } from "../parts/use-page-title.ts";
import { buildLines, type ChatLine, type ChatMessage } from "./chat-lines.ts";
import { chatQuery, conversationQuery } from "./chat-queries.ts";
import { RefusedItem } from "./refused-item.tsx";
import { text } from "./text.ts";
import "./chat.css";

interface FieldChatProps {
  order_id: number;
  /** What the order is known by. */
  name: string;
  /** Where the person comes from; null where that is not on the device. */
  back: ReactNode;
  /** The number of the refused message that is corrected. */
  corrects: number | undefined;
  /** The message was corrected, or is not. */
  corrected: () => void;
}

/** Items that the service accepted while this page is open, with the number of the message that came of each. */
function useSentItems(order_id: number) {
  const queue = useQueue();
  const queries = useQueryClient();
  const [sent_items, setSentItems] = useState<readonly { item: QueuedItem; message_seq: number | null }[]>(
    [],
  );
  useEffect(
    () =>
      queue.onSettled(({ item, outcome }) => {
        if (item.type !== "chat_message" || item.body["order_id"] !== order_id) return;
        if (outcome.result) {
          const { message } = outcome.answer as { message?: { seq: number } };
          setSentItems((former) => [...former, { item, message_seq: message?.seq ?? null }]);
        }
        void queries.invalidateQueries({ queryKey: ["field-chat"] });
      }),
    [queue, queries, order_id],
  );
  return sent_items;
}

export function FieldChat({ order_id, name, back, corrects, corrected }: FieldChatProps) {
  const queue = useQueue();
  const query = useQuery(chatQuery(order_id, queue));
  const { data: conversation } = useQuery(conversationQuery(order_id, queue));
  const { items, connection } = useQueueState();
  const is_online = useOnline();
  const sent_items = useSentItems(order_id);
  const title = `${text.chat.list} · ${name}`;
  usePageTitle(title);
  const lines = buildLines(order_id, query.data ?? [], sent_items, items, { connection, is_online });
  const former = items.find(({ seq, state }) => seq === corrects && state === "refused");
  const nameReply = (code: unknown) =>
    conversation?.quick_replies.find((reply) => reply.code === code)?.text ?? String(code);
  const is_out = query.error instanceof ApiError && [403, 404, 409].includes(query.error.status);
  const is_closed = conversation?.can_write === false;
  return (
    <div className="page chat-page">
      {back}
      <h1 className="cut">{title}</h1>
      {query.error !== null && lines.length === 0 ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : lines.length === 0 ? (
        <Empty icon={IconMessages} title={text.chat.empty}>
          {is_online ? null : text.chat.not_loaded}
        </Empty>
      ) : null}
      <div className="chat-lines" role="log" aria-label={text.chat.list}>
        {lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            nameReply={nameReply}
            is_corrected={line.item !== null && line.item === former}
          />
        ))}
      </div>
      {is_closed ? (
        <p className="chat-closed strong" role="status">
          {text.chat.closed}
        </p>
      ) : is_out ? null : (
        <Write
          key={former?.seq}
          order_id={order_id}
          name={name}
          replies={conversation?.quick_replies ?? []}
          former={former}
          done={corrected}
        />
      )}
    </div>
  );
}

const MARKS = { sent: IconCheck, sending: IconClock, not_sent: IconCloudOff, refused: IconCloudOff } as const;

interface LineProps {
  line: ChatLine;
  nameReply: (code: unknown) => string;
  is_corrected: boolean;
}

function Line({ line, nameReply, is_corrected }: LineProps) {
  const { moment } = useTimes();
  const { is_own, state, at, message, item } = line;
  const Mark = state === null ? null : MARKS[state];
  const readers = [...new Set((message?.read_by ?? []).map((one) => one.name))].join(", ");
  const words = { ...text.chat, refused: text.queue.refused_list };
  return (
    <div className={is_own ? "chat-line own" : "chat-line"} data-state={state ?? undefined}>
      <p className="dim small">
        {[is_own ? null : message?.author.name, moment(at)].filter(Boolean).join(" · ")}
      </p>
      {message === null ? (
        <p className="chat-words" dir="auto">
          {item?.body["quick_reply"] === undefined
            ? String(item?.body["text"] ?? "")
            : nameReply(item.body["quick_reply"])}
        </p>
      ) : (
        <Words message={message} />
      )}
      {state === null || Mark === null ? null : (
        <p className="chat-mark small">
          <Mark size={14} aria-hidden />
          {readers === "" ? words[state] : text.chat.read_by({ names: readers })}
        </p>
      )}
      {state === "refused" && item !== null ? (
        <div className="stack" style={{ gap: 6 }}>
          <RefusedItem item={item} is_corrected_here={is_corrected} />
        </div>
      ) : null}
    </div>
  );
}

function Words({ message }: { message: ChatMessage }) {
  const translated = useTranslation(message);
  const { attachments, position, deleted_at, language } = message;
  if (deleted_at !== null) return <p className="dim">{text.chat.deleted}</p>;
  return (
    <>
      {message.text === "" ? null : (
        <p className="chat-words" dir="auto" lang={language ?? undefined}>
          {message.text}
        </p>
      )}
      {translated === null ? null : (
        <p className="chat-words dim" dir="auto">
          {translated}
        </p>
      )}
      {attachments.map(({ file_id, name, content_type }) =>
        content_type.startsWith("image/") ? (
          <span key={file_id} className="chat-picture">
            <Photo file_id={file_id} alt={name} />
          </span>
        ) : (
          <p key={file_id}>{name}</p>
        ),
      )}
      {position === null ? null : (
        <a
          className="chat-position"
          href={`geo:${position.lat},${position.lng}?q=${position.lat},${position.lng}`}
        >
          <IconMapPin size={18} aria-hidden /> {text.chat.position}
        </a>
      )}
    </>
  );
}

/** The text of a quick reply in the language of the reader, where it was sent in another one. */
function useTranslation({ language, translations, text: original }: ChatMessage): string | null {
  const own_language = useLocale();
  if (language === null || language.split("-", 1)[0] === own_language.split("-", 1)[0]) return null;
  const translation =
    translations[own_language] ??
    Object.entries(translations).find(([tag]) => tag.split("-", 1)[0] === own_language.split("-", 1)[0])?.[1];
  return translation === undefined || translation === original ? null : translation;
}

interface WriteProps {
  order_id: number;
  name: string;
  replies: readonly { code: string; text: string }[];
  former: QueuedItem | undefined;
  done: () => void;
}

function Write({ order_id, name, replies, former, done }: WriteProps) {
  const queue = useQueue();
  const [written, setWritten] = useState(() => String(former?.body["text"] ?? ""));
  const send = async (body: Record<string, unknown>) => {
    const occurred_at = former?.occurred_at ?? new Date().toISOString();
    try {
      await queue.add(
        {
          ...{
            channel: "driver",
            type: "chat_message",
            subject: `order/${order_id}`,
            label: name,
            occurred_at,
          },
          body: { order_id, ...body },
        },
        [],
        former?.seq,
      );
      // What was written since stays.
      setWritten((present) => (present.trim() === body["text"] ? "" : present));
      done();
    } catch (error) {
      notifyFailure(error, text.form.not_kept);
    }
  };
  return (
    <div className="chat-form">
      {former !== undefined || written !== "" || replies.length === 0 ? null : (
        <ul className="chat-replies" aria-label={text.chat.replies}>
          {replies.map((reply) => (
            <li key={reply.code}>
              <Button
                size="sm"
                radius="xl"
                variant="default"
                onClick={() => void send({ quick_reply: reply.code })}
              >
                {reply.text}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="row nowrap"
        onSubmit={(event) => {
          event.preventDefault();
          if (written.trim() !== "") void send({ text: written.trim() });
        }}
      >
        <Textarea
          className="grow"
          size="md"
          autosize
          maxRows={6}
          {...toMemberProps(getRules("orderChatPost"), "text")}
          dir="auto"
          autoFocus={former !== undefined}
          aria-label={former === undefined ? text.chat.write : text.chat.correct}
          placeholder={text.chat.write}
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        <ActionIcon type="submit" size={48} aria-label={text.chat.send} disabled={written.trim() === ""}>
          <IconSend2 size={22} />
        </ActionIcon>
      </form>
    </div>
  );
}
