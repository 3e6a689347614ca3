/** What was not accepted, what should be read, and what is not sent yet. */
import { Button, Modal, TextInput } from "@mantine/core";
import { IconCloudCheck, IconCloudOff } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { QueuedItem } from "../offline/items.ts";
import { useQueue, useQueueState } from "../offline/use-queue.ts";
import { Empty } from "../parts/states.tsx";
import { useTimes } from "../parts/times.ts";
import { failed } from "../parts/toast.ts";
import { describeNotice, findNextStep, nameType } from "./describe-item.ts";
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
      {items.length === 0 && about === null ? (
        <Empty icon={IconCloudCheck} title={text.queue.nothing} />
      ) : null}
      <List title={text.queue.refused_list} items={of("refused")}>
        {(item) => <Refused item={item} close={close} />}
      </List>
      <List title={text.queue.noticed_list} items={of("noticed")}>
        {(item) => (
          <>
            <p>{describeNotice(item)}</p>
            <Button size="md" variant="default" onClick={() => void queue.discard(item.seq)}>
              {text.queue.understood}
            </Button>
          </>
        )}
      </List>
      <List title={text.queue.waiting_list} items={waiting}>
        {() => null}
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

/** Where somebody corrects an item: the form that it came from; codes are corrected here. */
function useCorrection(item: QueuedItem, close: () => void): { to?: () => void; code?: string } {
  const navigate = useNavigate();
  const { stop_id, code } = item.body;
  // What somebody else has now, or what ended, is not put right by other proofs.
  if (item.refusal?.status === 409 || item.refusal?.status === 404) return {};
  if (item.channel === "driver" && (item.type === "stop_complete" || item.type === "stop_fail"))
    return {
      to: () => {
        close();
        void navigate({
          to: "/driver/stops/$stop_id",
          params: { stop_id: String(stop_id) },
          search: { corrects: item.seq },
        });
      },
    };
  return typeof code === "string" ? { code } : {};
}

function Refused({ item, close }: { item: QueuedItem; close: () => void }) {
  const queue = useQueue();
  const [asks, setAsks] = useState<"discard" | "code" | null>(null);
  const { to, code } = useCorrection(item, close);
  const { message = "", details = [] } = item.refusal ?? {};
  const act = (work: Promise<unknown>) => void work.catch((error: unknown) => failed(error));
  return (
    <>
      <p className="field-refusal">{[message, ...details].filter(Boolean).join(" ")}</p>
      <p className="strong">{findNextStep(item)}</p>
      <div className="field-actions">
        {to === undefined && code === undefined ? null : (
          <Button size="md" onClick={to ?? (() => setAsks("code"))}>
            {text.queue.correct}
          </Button>
        )}
        <Button size="md" variant="default" onClick={() => act(queue.repeat(item))}>
          {text.queue.send_again}
        </Button>
        <Button size="md" variant="default" color="red" onClick={() => setAsks("discard")}>
          {text.queue.discard}
        </Button>
      </div>
      <Modal
        opened={asks === "discard"}
        onClose={() => setAsks(null)}
        title={text.queue.discard_title(item.label)}
        classNames={{ content: "field-dialog" }}
        closeButtonProps={{ "aria-label": text.close, size: 44 }}
      >
        <div className="stack">
          <p>{text.queue.discard_about}</p>
          <div className="field-actions">
            <Button size="md" variant="default" onClick={() => setAsks(null)}>
              {text.queue.keep}
            </Button>
            <Button size="md" color="red" onClick={() => act(queue.discard(item.seq))}>
              {text.queue.discard}
            </Button>
          </div>
        </div>
      </Modal>
      {code === undefined ? null : (
        <CodeDialog opened={asks === "code"} close={() => setAsks(null)} item={item} code={code} />
      )}
    </>
  );
}

function CodeDialog({
  opened,
  close,
  item,
  code,
}: {
  opened: boolean;
  close: () => void;
  item: QueuedItem;
  code: string;
}) {
  const queue = useQueue();
  const [typed, setTyped] = useState(code);
  const corrected = typed.trim();
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={text.queue.correct}
      classNames={{ content: "field-dialog" }}
      closeButtonProps={{ "aria-label": text.close, size: 44 }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (corrected === "") return;
          const body = { ...item.body, code: corrected };
          void queue.add({ ...item, body, label: corrected, subject: `code/${corrected}` }, [], item.seq);
        }}
      >
        <TextInput
          size="lg"
          data-autofocus
          label={text.queue.correct_code}
          maxLength={80}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="md" disabled={corrected === ""}>
          {text.queue.send_again}
        </Button>
      </form>
    </Modal>
  );
}
