/** A conversation in a list: about which order, the latest message, and what is unread. */
import { Badge } from "@mantine/core";
import { Tag } from "../../../parts/badge.tsx";
import { useTimes } from "../../../parts/times.ts";
import type { InboxEntry } from "./queries.ts";
import { text } from "./text.ts";

export function ConversationRow({
  entry,
  chosen,
  choose,
}: {
  entry: InboxEntry;
  chosen: boolean;
  choose: () => void;
}) {
  const times = useTimes();
  const { last_author, last_text, last_attachments } = entry;
  const excerpt =
    last_text || (last_attachments > 0 ? text.inbox.files({ n: last_attachments }) : text.deleted);
  return (
    <button type="button" className="chat-row" aria-current={chosen} onClick={choose}>
      <span className="row apart nowrap">
        <span className={entry.unread > 0 ? "strong cut" : "cut"}>
          {entry.recipient || entry.tracking_number}
        </span>
        <span className="dim small num nowrap">{times.ago(entry.last_message_at)}</span>
      </span>
      <span className="row apart nowrap">
        <span className="cut small dim">
          {last_author === null ? "" : `${last_author.name}: `}
          {excerpt}
        </span>
        {entry.unread > 0 ? (
          <Badge size="sm" variant="filled" aria-label={text.unread({ n: entry.unread })}>
            {entry.unread}
          </Badge>
        ) : entry.needs_answer ? (
          <Tag tone="warn">{text.inbox.waits}</Tag>
        ) : null}
      </span>
    </button>
  );
}
