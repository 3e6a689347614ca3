/** One delivery: each attempt with the answer, the message, and sending it again. */
import { Button, Code, Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { Copy } from "../../../parts/copy.tsx";
import { number } from "../../../parts/format.ts";
import { Fact, Facts } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Failure, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { DeliveryBadge } from "./delivery-badge.tsx";
import { nameError } from "./error-name.ts";
import { shortUrl, WEBHOOKS_KEY } from "./queries.ts";
import { text } from "./text.ts";

type Detail = Awaited<ReturnType<typeof client.webhookDelivery>>["delivery"];

const SENDING_MS = 2000;

export function DeliveryDrawer({
  delivery_id,
  may_write,
  close,
  open,
}: {
  delivery_id: number;
  may_write: boolean;
  close: () => void;
  open: (id: number) => void;
}) {
  const query = useQuery<Awaited<ReturnType<typeof client.webhookDelivery>>>({
    queryKey: [...WEBHOOKS_KEY, "delivery", delivery_id],
    meta: { live: ["webhook_endpoint", "webhook_settings"] },
    refetchInterval: ({ state: { data } }) => (data?.delivery.state === "PENDING" ? SENDING_MS : false),
    queryFn: ({ signal }) => client.webhookDelivery({ webhook_delivery_id: delivery_id }, { signal }),
  });
  const replay = useSave(() => client.webhookDeliveryReplay({ webhook_delivery_id: delivery_id }), {
    keys: [WEBHOOKS_KEY],
    success_message: text.replayed,
    done: ({ delivery }) => open(delivery.id),
  });
  const delivery = query.data?.delivery;
  const may_repeat = may_write && delivery !== undefined && !delivery.is_test && delivery.next_at === null;
  return (
    <Drawer opened onClose={close} title={delivery?.event_type ?? text.delivery} size="lg">
      {delivery === undefined ? (
        query.error ? (
          <Failure error={query.error} retry={() => void query.refetch()} />
        ) : (
          <Waiting rows={6} />
        )
      ) : (
        <div className="stack">
          <Summary delivery={delivery} open={open} />
          <Attempts delivery={delivery} />
          <Message delivery={delivery} />
          {may_repeat ? (
            <div className="row drawer-foot">
              <Button loading={replay.isPending} onClick={() => replay.mutate(undefined)}>
                {text.replay}
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </Drawer>
  );
}

function Summary({ delivery, open }: { delivery: Detail; open: (id: number) => void }) {
  const { moment } = useTimes();
  const { state, url, subject, webhook_id, replay_of, next_at, replays } = delivery;
  return (
    <>
      <span className="row">
        <DeliveryBadge state={state} />
        {next_at !== null && state === "RETRYING" ? (
          <span className="small">{text.next({ when: moment(next_at) })}</span>
        ) : null}
      </span>
      <Facts>
        <Fact name={text.url}>
          <span className="mono" style={{ overflowWrap: "anywhere" }}>
            {shortUrl(url)}
          </span>
        </Fact>
        {subject === "" ? null : <Fact name={text.subject}>{subject}</Fact>}
        {webhook_id === null ? null : (
          <Fact name={text.message_id}>
            <span className="row tight nowrap">
              <span className="mono" style={{ overflowWrap: "anywhere" }}>
                {webhook_id}
              </span>
              <Copy value={webhook_id} label={text.message_id} />
            </span>
          </Fact>
        )}
      </Facts>
      {[...(replay_of === null ? [] : [replay_of]), ...replays].length === 0 ? null : (
        <span className="row tight">
          {replay_of === null ? null : (
            <Button size="xs" variant="default" onClick={() => open(replay_of)}>
              {text.replay_of({ id: String(replay_of) })}
            </Button>
          )}
          {replays.map((id) => (
            <Button key={id} size="xs" variant="default" onClick={() => open(id)}>
              {text.replay} · {id}
            </Button>
          ))}
        </span>
      )}
    </>
  );
}

function Attempts({ delivery: { attempts, state, error } }: { delivery: Detail }) {
  const times = useTimes();
  return (
    <section className="stack tight" aria-label={text.attempts}>
      <h3>{text.attempts}</h3>
      {attempts.length === 0 ? (
        <p className="dim small">
          {state === "EXHAUSTED" ? `${text.never_sent} ${nameError(error, null)}` : text.not_sent}
        </p>
      ) : (
        <ol className="list" aria-label={text.attempts}>
          {attempts.map((attempt, index) => (
            <li key={attempt.at} className="stack tight" style={{ padding: "8px 0" }}>
              <span className="row tight">
                <span className="strong">{text.attempt({ number: String(index + 1) })}</span>
                <span>{nameError(attempt.error, attempt.http_status)}</span>
                <span className="dim small grow">{text.duration({ ms: number(attempt.duration_ms) })}</span>
                <time className="dim small" dateTime={attempt.at} title={times.exact(attempt.at)}>
                  {times.moment(attempt.at)}
                </time>
              </span>
              {attempt.response === null ? null : attempt.response === "" ? (
                <span className="dim small">{text.empty_answer}</span>
              ) : (
                <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                  {attempt.response}
                </Code>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Message({ delivery }: { delivery: Detail }) {
  const { withheld } = delivery;
  if (withheld !== null)
    return (
      <section className="stack tight" aria-label={text.message}>
        <h3>{text.message}</h3>
        <p className="dim small">
          {withheld.required_scope === null
            ? text.withheld_admin
            : text.withheld({ scope: withheld.required_scope })}
        </p>
      </section>
    );
  const body = JSON.stringify(delivery.body, null, 2);
  return (
    <section className="stack tight" aria-label={text.message}>
      <span className="row nowrap">
        <h3 className="grow">{text.message}</h3>
        <Copy value={JSON.stringify(delivery.body)} label={text.message.toLowerCase()} />
      </span>
      <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {body}
      </Code>
    </section>
  );
}
