/** One message: who wrote it and when, what it says and carries, and who has read it. */
import { ActionIcon, Anchor, Button, Popover, Skeleton } from "@mantine/core";
import { useState } from "react";
import { IconFileTypePdf, IconMapPin, IconTrash } from "#icons";
import { client } from "../../../api/client.ts";
import { useLocale } from "../../../language/use-language.ts";
import { useFile } from "../../../parts/photo.tsx";
import { useSave } from "../../../parts/save.ts";
import { useTimes } from "../../../parts/times.ts";
import { type ChatMessage, KEY } from "./queries.ts";
import { text } from "./text.ts";

export function MessageView({ message, order_id }: { message: ChatMessage; order_id: number }) {
  const times = useTimes();
  const translated = useTranslation(message);
  const { author, position, attachments, written_at, deleted_at, read_by } = message;
  const readers = [...new Set(read_by.map(({ name }) => name))].join(", ");
  return (
    <article className={author.is_me ? "chat-message chat-own" : `chat-message chat-${author.role}`}>
      <header className="chat-author small">
        <span className="strong">{author.is_me ? text.me : author.name}</span>
        {author.is_me ? null : <span className="dim">{text.roles[author.role]}</span>}
        <time className="dim num" dateTime={message.sent_at} title={times.exact(message.sent_at)}>
          {times.time(message.sent_at)}
        </time>
        {message.can_delete ? <DeleteMessage order_id={order_id} seq={message.seq} /> : null}
      </header>
      <div className="chat-bubble">
        {deleted_at === null ? null : <p className="dim">{text.deleted}</p>}
        {message.text === "" ? null : (
          <p className="chat-text" dir="auto" lang={message.language ?? undefined}>
            {message.text}
          </p>
        )}
        {translated === null ? null : (
          <p className="chat-translated small">{text.in_your_language({ words: translated })}</p>
        )}
        {attachments.map((file) => (
          <Attachment key={file.file_id} file={file} />
        ))}
        {position === null ? null : (
          <Anchor
            className="row tight"
            href={`https://www.openstreetmap.org/?mlat=${position.lat}&mlon=${position.lng}#map=17/${position.lat}/${position.lng}`}
            target="_blank"
            rel="noreferrer"
          >
            <IconMapPin size={16} aria-hidden /> {text.position}
            <span className="num small">
              {position.lat.toFixed(5)}, {position.lng.toFixed(5)}
            </span>
          </Anchor>
        )}
      </div>
      {written_at === null && (readers === "" || !author.is_me) ? null : (
        <footer className="dim small">
          {written_at === null ? null : <span>{text.written({ at: times.moment(written_at) })}</span>}
          {readers !== "" && author.is_me ? <span>{text.read_by({ names: readers })}</span> : null}
        </footer>
      )}
    </article>
  );
}

/** The text of a quick reply in the language of the reader, where it was sent in another one. */
function useTranslation({ language, translations, text: original }: ChatMessage): string | null {
  const own_language = useLocale().split("-", 1)[0] ?? "en";
  if (language === null || language.split("-", 1)[0] === own_language) return null;
  const translation = Object.entries(translations).find(
    ([tag]) => tag.split("-", 1)[0] === own_language,
  )?.[1];
  return translation === undefined || translation === original ? null : translation;
}

function DeleteMessage({ order_id, seq }: { order_id: number; seq: number }) {
  const [is_asking, setAsking] = useState(false);
  const remove = useSave(() => client.orderChatMessageDelete({ order_id, message_seq: seq }), {
    keys: [[KEY]],
    success_message: text.deleted,
    done: () => setAsking(false),
  });
  return (
    <Popover opened={is_asking} onChange={setAsking} withArrow trapFocus returnFocus width={240}>
      <Popover.Target>
        <ActionIcon
          className="chat-delete"
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={text.delete}
          onClick={() => setAsking(true)}
        >
          <IconTrash size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className="stack tight">
        <p className="small">{text.delete_ask}</p>
        <div className="row tight">
          <Button size="xs" color="red" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
            {text.delete}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsking(false)}>
            {text.keep}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function Attachment({ file }: { file: ChatMessage["attachments"][number] }) {
  const { file_id, name, content_type } = file;
  const { url, error } = useFile(file_id);
  if (error) return <p className="dim small">{`${name}: ${text.file_not_loaded}`}</p>;
  if (url === undefined) return <Skeleton height={90} width={160} radius={8} />;
  return (
    <a
      className="chat-file"
      href={url}
      target="_blank"
      rel="noreferrer"
      aria-label={text.open_file({ name })}
    >
      {content_type.startsWith("image/") ? (
        <img src={url} alt={text.image({ name })} />
      ) : (
        <span className="row tight">
          <IconFileTypePdf size={18} aria-hidden /> {name}
        </span>
      )}
    </a>
  );
}
