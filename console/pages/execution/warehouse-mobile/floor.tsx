/**
 * The page of somebody on the warehouse floor: one scan says what a code is and what can be done with it. What is done is
 * queued on the device, so it works without a connection.
 */
import { Button, SegmentedControl, Switch } from "@mantine/core";
import { IconAlertTriangle, IconCloudOff, IconRefresh, IconX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, client } from "../../../api/client.ts";
import { CameraButton } from "../../../field/camera-scanner.tsx";
import type { QueuedItem } from "../../../offline/items.ts";
import type { Settled } from "../../../offline/queue.ts";
import { useQueue, useQueueState } from "../../../offline/use-queue.ts";
import { Tag } from "../../../parts/badge.tsx";
import { beep, sound } from "../../../parts/beep.ts";
import { humanize } from "../../../parts/labels.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { Page } from "../../../parts/page.tsx";
import { ScanInput } from "../../../parts/scan-input.tsx";
import { useTimes } from "../../../parts/times.ts";
import { CurrentWarehouseSelect, useCurrentWarehouse } from "./current-warehouse.tsx";
import { listSteps, type Step } from "./next-steps.ts";
import type { ScanMatch } from "./queries.ts";
import { ScanResult, type Shown } from "./scan-result.tsx";
import { text } from "./text.ts";
import "./warehouse-mobile.css";

const MODES = ["ask", "receive", "sort"] as const;
type Mode = (typeof MODES)[number];

interface Asked {
  code: string;
  matches: readonly ScanMatch[];
  /** Without a connection nobody knows what it is. */
  is_unknown: boolean;
}

export function Floor() {
  const queries = useQueryClient();
  const { here, choose } = useCurrentWarehouse();
  const [mode, setMode] = useState<Mode>("ask");
  const [shown, setShown] = useState<Shown>(() => ready("ask"));
  const [asked, setAsked] = useState<Asked | null>(null);
  const queue = useQueue();
  const { items, connection } = useQueueState();
  useEffect(
    () =>
      queue.onSettled((one) => {
        if (one.item.channel !== "warehouse") return;
        setShown(describeAnswer(one));
        beep(one.outcome.result);
        void queries.invalidateQueries({ queryKey: ["transfers"] });
      }),
    [queue, queries],
  );
  const waiting = items.filter(({ state }) => state === "waiting").length;
  const refused = items.filter(({ channel, state }) => channel === "warehouse" && state === "refused");

  const run = (step: Extract<Step, { type: string }>, code: string) => {
    setAsked(null);
    setShown({ state: "queued", tone: "blue", title: code, about: text.floor.queued[step.type] });
    const { type, body } = step;
    const occurred_at = new Date().toISOString();
    queue
      .add({ channel: "warehouse", type, subject: `code/${code}`, label: code, body, occurred_at })
      .catch((error: unknown) => {
        setShown({ state: "refused", tone: "bad", title: code, about: String(error) });
        beep(false);
      });
  };
  const ask = async (code: string) => {
    try {
      const { matches } = await client.wmsScan({ code, warehouse_id: here });
      setAsked({ code, matches, is_unknown: false });
      beep(true);
    } catch (error) {
      const is_lost = error instanceof ApiError && (error.status === 0 || error.status === 503);
      if (is_lost) setAsked({ code, matches: [], is_unknown: true });
      else {
        setAsked(null);
        const about = error instanceof Error ? error.message : String(error);
        setShown({ state: "refused", tone: "bad", title: code, about });
      }
      beep(false);
    }
  };
  const scan = (code: string) => {
    if (mode === "ask") void ask(code);
    else run(mode === "receive" ? receive(code, here) : sort(code, here), code);
  };
  const clear = () => {
    setAsked(null);
    setShown(ready(mode));
  };
  return (
    <Page actions={<CurrentWarehouseSelect here={here} choose={choose} />}>
      <div className="floor stack" style={{ gap: 12 }}>
        <SegmentedControl
          className="floor-modes"
          aria-label={text.floor.mode}
          value={mode}
          onChange={(value) => {
            setMode(value as Mode);
            setAsked(null);
            setShown(ready(value as Mode));
          }}
          data={MODES.map((value) => ({ value, label: text.floor.modes[value] }))}
        />
        <ScanInput
          label={text.floor.scan}
          placeholder={text.floor.scan_about}
          onScan={scan}
          onEscape={clear}
        />
        <CameraButton onScan={scan} />
        {asked === null ? (
          <ScanResult shown={shown} />
        ) : asked.is_unknown ? (
          <ScanResult shown={{ state: "away", tone: "warn", title: asked.code, about: text.floor.not_asked }}>
            <div className="floor-actions">
              <Button size="md" onClick={() => run(receive(asked.code, here), asked.code)}>
                {text.floor.actions.receive}
              </Button>
              <Button size="md" onClick={() => run(sort(asked.code, here), asked.code)}>
                {text.floor.actions.sort}
              </Button>
              <Button size="md" variant="default" onClick={() => void ask(asked.code)}>
                {text.floor.ask_again}
              </Button>
            </div>
          </ScanResult>
        ) : (
          asked.matches.map((match) => (
            <Match
              key={`${match.type} ${match.id}`}
              match={match}
              steps={listSteps(match, { code: asked.code, warehouse_id: here })}
              run={(step) => run(step, asked.code)}
            />
          ))
        )}
        <Waiting waiting={waiting} is_away={connection === "away"} send={queue.sendNow} />
        <RefusedList refused={refused} forget={(seq) => void queue.discard(seq)} />
        <SoundSwitch />
      </div>
    </Page>
  );
}

const receive = (code: string, warehouse_id: number) =>
  ({ type: "parcel_receive", action: "receive", body: { code, warehouse_id } }) as const;
const sort = (code: string, warehouse_id: number) =>
  ({ type: "sort_scan", action: "sort", body: { code, warehouse_id } }) as const;

const ready = (mode: Mode): Shown => ({
  state: "ready",
  tone: "grey",
  title: text.ready,
  about: text.floor.ready[mode],
});

/** What was done with the scan, when the service has answered. */
function describeAnswer({ item: queued, outcome: settled }: Settled): Shown {
  if (!settled.result)
    return { state: "refused", tone: "bad", title: queued.label, about: settled.refusal.message };
  const { lane, route_number, is_wrong_warehouse, outcome, newly_loaded } = settled.answer as {
    lane?: number;
    route_number?: string | null;
    is_wrong_warehouse?: boolean;
    outcome?: keyof typeof text.floor.outcomes;
    newly_loaded?: number;
  };
  const done = { state: "done", tone: "good" as const, title: queued.label };
  if (queued.type === "sort_scan" && lane !== undefined)
    return { ...done, title: text.sort.lane(lane), about: route_number ?? "", big: String(lane) };
  if (queued.type === "parcel_receive" && is_wrong_warehouse === true)
    return { ...done, tone: "warn", about: text.floor.wrong_warehouse };
  if (queued.type === "parcel_receive")
    return { ...done, about: [text.floor.received, route_number].filter(Boolean).join(" · ") };
  if (outcome !== undefined) {
    const is_good = outcome === "out" || outcome === "in";
    return { ...done, tone: is_good ? "good" : "warn", about: text.floor.outcomes[outcome] };
  }
  return { ...done, about: newly_loaded === 0 ? text.load.aboard_before : text.load.aboard };
}

function Match({
  match,
  steps,
  run,
}: {
  match: ScanMatch;
  steps: readonly Step[];
  run: (step: Extract<Step, { type: string }>) => void;
}) {
  const { type, label, about, status, bin_code, qty } = match;
  const facts = [about, bin_code, qty === null ? null : text.floor.pieces(qty)];
  return (
    <ScanResult
      shown={{
        state: "match",
        tone: steps.length > 0 ? "blue" : "grey",
        title: label,
        about: facts.filter(Boolean).join(" · "),
      }}
    >
      <div className="row tight" style={{ marginTop: 6 }}>
        <Tag tone="grey">{text.floor.types[type]}</Tag>
        {status === null ? null : <span className="dim small">{humanize(status)}</span>}
      </div>
      {steps.length === 0 ? <p className="dim">{text.floor.nothing}</p> : null}
      <div className="floor-actions">
        {steps.map((step, index) => {
          const look = index === 0 ? {} : { variant: "default" };
          return "to" in step ? (
            <ButtonLink key={step.action} size="md" {...look} to={step.to} params={step.params as never}>
              {text.floor.actions[step.action]}
            </ButtonLink>
          ) : (
            <Button key={step.action} size="md" {...look} onClick={() => run(step)}>
              {text.floor.actions[step.action]}
            </Button>
          );
        })}
      </div>
    </ScanResult>
  );
}

function Waiting({ waiting, is_away, send }: { waiting: number; is_away: boolean; send: () => void }) {
  if (waiting === 0 && !is_away) return null;
  return (
    <div className="floor-queue" role="status" data-waiting={waiting}>
      {is_away ? <IconCloudOff size={20} /> : <IconRefresh size={20} />}
      <span className="grow">
        <span className="strong">{text.floor.waiting(waiting)}</span>
        {is_away ? <span className="dim small"> {text.floor.away}</span> : null}
      </span>
      <Button variant="default" onClick={send}>
        {text.floor.send_now}
      </Button>
    </div>
  );
}

function RefusedList({ refused, forget }: { refused: readonly QueuedItem[]; forget: (seq: number) => void }) {
  const { time } = useTimes();
  if (refused.length === 0) return null;
  return (
    <section className="sheet" aria-label={text.floor.refused}>
      <div className="sheet-head">
        <h2 className="row tight">
          <IconAlertTriangle size={18} aria-hidden /> {text.floor.refused}
        </h2>
        <span className="dim num">{refused.length}</span>
      </div>
      <ul className="list" aria-label={text.floor.refused}>
        {refused.map(({ seq, type, label, refusal, occurred_at }) => (
          <li key={seq} className="task-row">
            <span className="stack tight grow" style={{ gap: 0, minWidth: 0 }}>
              <span className="mono strong cut">{label}</span>
              <span className="small">{refusal?.message}</span>
              <span className="dim small">
                {[text.floor.commands[type as keyof typeof text.floor.commands], time(occurred_at)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
            <Button
              variant="default"
              leftSection={<IconX size={16} />}
              aria-label={text.floor.forget_of(label)}
              onClick={() => forget(seq)}
            >
              {text.floor.forget}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SoundSwitch() {
  const [is_on, setOn] = useState(sound.get);
  return (
    <Switch
      size="md"
      label={text.sound}
      checked={is_on}
      onChange={(event) => {
        sound.set(event.currentTarget.checked);
        setOn(event.currentTarget.checked);
      }}
    />
  );
}
