/**
 * The message log: each message with its state, its last failure reason, and as much of its text as may be
 * shown.
 */
import { SegmentedControl } from "@mantine/core";
import { IconMailOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ClientOutboxInput, ClientOutboxOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { Tag } from "../../../parts/badge.tsx";
import { humanize } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";

type Message = ClientOutboxOutput["messages"][number];
type State = NonNullable<ClientOutboxInput["state"]>;

const TONE = { kept: "grey", queued: "blue", sent: "good", failed: "bad" } as const;
const STATES = [
  { value: "all", label: "All" },
  { value: "queued", label: "Waiting" },
  { value: "sent", label: "Sent" },
  { value: "failed", label: "Failed" },
  { value: "kept", label: "Kept here" },
];
/** Interval of polling, so that a new message appears shortly after it is sent. */
const POLL_INTERVAL_MS = 5000;

export function SentMessages() {
  const [page, setPage] = useState(1);
  const [state, setState] = useState("all");
  const query = useQuery({
    queryKey: ["outbox", state, page],
    queryFn: ({ signal }) =>
      client.clientOutbox(
        { page, per_page: 30, ...(state === "all" ? {} : { state: state as State }) },
        { signal },
      ),
    refetchInterval: POLL_INTERVAL_MS,
  });
  return (
    <Sheet
      pad={false}
      title="Messages"
      actions={
        <SegmentedControl
          className="message-filter"
          size="xs"
          aria-label="State of the messages"
          data={STATES}
          value={state}
          onChange={(value) => {
            setState(value);
            setPage(1);
          }}
        />
      }
    >
      <Loaded query={query}>
        {(found) =>
          found.messages.length === 0 ? (
            <Empty icon={IconMailOff} title={state === "all" ? "No messages yet" : "None of these"}>
              Invitations, codes and notices appear here.
            </Empty>
          ) : (
            <>
              <ul className="list" aria-label="Messages">
                {found.messages.map((message) => (
                  <Row key={message.id} message={message} />
                ))}
              </ul>
              <Pager {...found} onPage={setPage} noun="messages" />
            </>
          )
        }
      </Loaded>
    </Sheet>
  );
}

function Row({ message }: { message: Message }) {
  const times = useTimes();
  return (
    <li className="message">
      <details>
        <summary>
          <span className="strong">{message.subject || humanize(message.purpose)}</span>{" "}
          <Tag tone={TONE[message.state]}>{stateOf(message)}</Tag>
          <div className="dim small">
            {message.channel === "sms" ? "Text" : "E-mail"} to {message.recipient} ·{" "}
            {times.moment(message.created_at)}
          </div>
          {message.reason ? <div className="small message-reason">{message.reason}</div> : null}
        </summary>
        <pre className="message-body look-ahead">{message.body}</pre>
        <p className="dim small">
          {message.provider === "outbox"
            ? "It did not leave this installation."
            : `${message.attempts} ${message.attempts === 1 ? "try" : "tries"}${
                message.next_at ? `, the next one ${times.moment(message.next_at)}` : ""
              }. Codes and links are not shown.`}
        </p>
      </details>
    </li>
  );
}

function stateOf({ state, attempts }: Message): string {
  if (state === "kept") return "Kept here";
  if (state === "queued") return attempts === 0 ? "Waiting" : "Trying again";
  return humanize(state);
}
