/**
 * The message log: each message with its state, its last failure reason, and as much of its text as may be
 * shown.
 */
import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconMailOff } from "#icons";
import type { ClientOutboxInput, ClientOutboxOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { Tag } from "../../../parts/badge.tsx";
import { nameCode } from "../../../parts/labels.ts";
import { List } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { text } from "./text.ts";

type Message = ClientOutboxOutput["messages"][number];
type State = NonNullable<ClientOutboxInput["state"]>;

const TONE = { kept: "grey", queued: "blue", sent: "good", failed: "bad" } as const;
const STATES = ["all", "queued", "sent", "failed", "kept"] as const;
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
    <List
      label={text.messages}
      title={text.messages}
      actions={
        <SegmentedControl
          className="message-filter"
          size="xs"
          aria-label={text.filter}
          data={STATES.map((value) => ({ value, label: text.states[value] }))}
          value={state}
          onChange={(value) => {
            setState(value);
            setPage(1);
          }}
        />
      }
      query={query}
      rows={(page) => page.messages}
      empty={
        <Empty icon={IconMailOff} title={state === "all" ? text.empty : text.empty_filtered}>
          {text.empty_about}
        </Empty>
      }
      item={(message) => <Row key={message.id} message={message} />}
      foot={(page) => <Pager {...page} onPage={setPage} noun={text.count} />}
    />
  );
}

function Row({ message }: { message: Message }) {
  const times = useTimes();
  return (
    <li className="message">
      <details>
        <summary>
          <span className="strong">{message.subject || nameCode(text.purposes, message.purpose)}</span>{" "}
          <Tag tone={TONE[message.state]}>{getState(message)}</Tag>
          <div className="dim small">
            {text.to({ channel: text.channels[message.channel], recipient: message.recipient })} ·{" "}
            {times.moment(message.created_at)}
          </div>
          {message.reason ? <div className="small message-reason">{message.reason}</div> : null}
        </summary>
        <pre className="message-body look-ahead">{message.body}</pre>
        <p className="dim small">
          {message.provider === "outbox"
            ? text.stayed
            : text.hidden({
                tries: message.next_at
                  ? text.next_try({
                      tries: text.tries({ n: message.attempts }),
                      moment: times.moment(message.next_at),
                    })
                  : text.tries({ n: message.attempts }),
              })}
        </p>
      </details>
    </li>
  );
}

function getState({ state, attempts }: Message): string {
  return state === "queued" && attempts > 0 ? text.states.retrying : text.states[state];
}
