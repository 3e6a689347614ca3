/** What was not accepted, what should be read, and what is not sent yet. */
import { Button } from "@mantine/core";
import { IconCloudCheck, IconCloudOff } from "#icons";
import type { QueuedItem } from "../offline/items.ts";
import { useQueue, useQueueState } from "../offline/use-queue.ts";
import { Empty } from "../parts/states.tsx";
import { useTimes } from "../parts/times.ts";
import { describeNotice, nameType } from "./describe-item.ts";
import { RefusedItem } from "./refused-item.tsx";
import { text } from "./text.ts";

export function QueueSheet({ close, is_away }: { close: () => void; is_away: boolean }) {
  const queue = useQueue();
  const { items, connection } = useQueueState();
  const of = (state: QueuedItem["state"]) => items.filter((item) => item.state === state);
  const waiting = of("waiting");
  const about =
    connection === "signed_out" || connection === "other_account"
      ? text.queue[connection]
      : is_away
        ? text.queue.away_about
        : null;
  return (
    <div className="stack" style={{ gap: 20, paddingBottom: 16 }}>
      {about === null ? null : (
        <p className="row nowrap" role="status">
          <IconCloudOff size={22} style={{ flex: "none" }} aria-hidden />
          {about}
        </p>
      )}
      {items.every(({ state }) => state === "discarded") && about === null ? (
        <Empty icon={IconCloudCheck} title={text.queue.nothing} />
      ) : null}
      <List title={text.queue.refused_list} items={of("refused")}>
        {(item) => <RefusedItem item={item} close={close} />}
      </List>
      <List title={text.queue.noticed_list} items={of("noticed")}>
        {(item) => (
          <>
            <p>{describeNotice(item)}</p>
            <Button size="md" variant="default" onClick={() => void queue.forget(item.seq)}>
              {text.queue.understood}
            </Button>
          </>
        )}
      </List>
      <List title={text.queue.waiting_list} items={waiting}>
        {() => null}
      </List>
      <List title={text.queue.discarded_list} items={of("discarded")}>
        {({ refusal, discarded }) => (
          <p>
            {refusal?.message} <span className="strong">{discarded?.reason}</span>
          </p>
        )}
      </List>
      {waiting.length === 0 ? null : (
        <Button size="md" variant="default" onClick={queue.sendNow}>
          {text.queue.send_now}
        </Button>
      )}
    </div>
  );
}

interface ListProps {
  title: string;
  items: readonly QueuedItem[];
  children: (item: QueuedItem) => React.ReactNode;
}

function List({ title, items, children }: ListProps) {
  const { moment } = useTimes();
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="field-list-title">{title}</h2>
      <ul className="field-items" aria-label={title}>
        {items.map((item) => (
          <li key={item.seq} className="stack" style={{ gap: 8 }} data-state={item.state}>
            <span className="row apart nowrap">
              <span className="strong cut">{item.label}</span>
              <span className="dim num">{moment(item.occurred_at)}</span>
            </span>
            <span className="dim">{nameType(item.type)}</span>
            {children(item)}
          </li>
        ))}
      </ul>
    </section>
  );
}
