/**
 * The page of somebody on the warehouse floor: one scan says what a code is and what can be done with it. What is done is
 * queued on the device, so it works without a connection.
 */
import { Button, SegmentedControl, Switch } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { IconAlertTriangle, IconCloudOff, IconRefresh } from "#icons";
import { ApiError, client } from "../../../api/client.ts";
import { CameraButton } from "../../../field/camera-scanner.tsx";
import { RefusedItem } from "../../../field/refused-item.tsx";
import type { QueuedItem } from "../../../offline/items.ts";
import type { Settled } from "../../../offline/queue.ts";
import { useQueue, useQueueState } from "../../../offline/use-queue.ts";
import { Tag } from "../../../parts/badge.tsx";
import { beep, sound } from "../../../parts/beep.ts";
import { findLabel, nameCode } from "../../../parts/labels.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { Page } from "../../../parts/page.tsx";
import { RecordButton } from "../../../parts/record-link.tsx";
import { ScanInput } from "../../../parts/scan-input.tsx";
import { useTimes } from "../../../parts/times.ts";
import { RENTAL_STATE } from "../../lockers/rentals/rental-state.ts";
import { ORDER_STATUS } from "../../orders/orders/status.ts";
import { ROUTE_STATUS } from "../../planning/routes/status.ts";
import { CurrentWarehouseSelect, useCurrentWarehouse } from "./current-warehouse.tsx";
import { listSteps, type Step } from "./next-steps.ts";
import type { ScanMatch } from "./queries.ts";
import { type ScanOutcome, ScanResult } from "./scan-result.tsx";
import { text } from "./text.ts";
import "./warehouse-mobile.css";

const MODES = ["ask", "receive", "sort"] as const;
type Mode = (typeof MODES)[number];

interface ScanQuestion {
  code: string;
  matches: readonly ScanMatch[];
  is_ambiguous: boolean;
  /** Without a connection nobody knows what it is. */
  is_unknown: boolean;
}

export function Floor() {
  const queries = useQueryClient();
  const { here, choose } = useCurrentWarehouse();
  const [mode, setMode] = useState<Mode>("ask");
  const [result, setResult] = useState<ScanOutcome>(() => ready("ask"));
  const [question, setQuestion] = useState<ScanQuestion | null>(null);
  const queue = useQueue();
  const { items, connection } = useQueueState();
  const askAgain = useRef<(code: string) => Promise<void>>(async () => {});
  useEffect(
    () =>
      queue.onSettled((one) => {
        if (one.item.channel !== "warehouse") return;
        // Of several orders with the code the person chooses.
        if (!one.outcome.result && one.outcome.refusal.error_code === "AMBIGUOUS_CODE")
          void askAgain.current(one.item.label);
        else setResult(describeAnswer(one));
        beep(one.outcome.result && !isSetAside(one));
        void queries.invalidateQueries({ queryKey: ["transfers"] });
      }),
    [queue, queries],
  );
  const waiting = items.filter(({ state }) => state === "waiting").length;
  const refused = items.filter(({ channel, state }) => channel === "warehouse" && state === "refused");

  const run = (step: Extract<Step, { type: string }>, code: string) => {
    setQuestion(null);
    setResult({ state: "queued", tone: "blue", title: code, about: text.floor.queued[step.type] });
    const { type, body } = step;
    const occurred_at = new Date().toISOString();
    queue
      .add({ channel: "warehouse", type, subject: `code/${code}`, label: code, body, occurred_at })
      .catch((error: unknown) => {
        setResult({ state: "refused", tone: "bad", title: code, about: String(error) });
        beep(false);
      });
  };
  const ask = async (code: string) => {
    try {
      const { matches, is_ambiguous } = await client.wmsScan({ code, warehouse_id: here });
      setQuestion({ code, matches, is_ambiguous, is_unknown: false });
      beep(!matches.some(({ set_aside }) => set_aside !== null));
    } catch (error) {
      const is_lost = error instanceof ApiError && (error.status === 0 || error.status === 503);
      if (is_lost) setQuestion({ code, matches: [], is_ambiguous: false, is_unknown: true });
      else {
        setQuestion(null);
        const about = error instanceof Error ? error.message : String(error);
        setResult({ state: "refused", tone: "bad", title: code, about });
      }
      beep(false);
    }
  };
  askAgain.current = ask;
  const scan = (code: string) => {
    if (mode === "ask") void ask(code);
    else run(mode === "receive" ? receive(code, here) : sort(code, here), code);
  };
  const clear = () => {
    setQuestion(null);
    setResult(ready(mode));
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
            setQuestion(null);
            setResult(ready(value as Mode));
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
        {question === null ? (
          <ScanResult result={result} />
        ) : question.is_unknown ? (
          <ScanResult
            result={{ state: "away", tone: "warn", title: question.code, about: text.floor.not_asked }}
          >
            <div className="floor-actions">
              <Button size="md" onClick={() => run(receive(question.code, here), question.code)}>
                {text.floor.actions.receive}
              </Button>
              <Button size="md" onClick={() => run(sort(question.code, here), question.code)}>
                {text.floor.actions.sort}
              </Button>
              <Button size="md" variant="default" onClick={() => void ask(question.code)}>
                {text.floor.ask_again}
              </Button>
            </div>
          </ScanResult>
        ) : (
          <>
            {question.is_ambiguous ? <p className="note">{text.which_about}</p> : null}
            {question.matches.map((match) => (
              <Match
                key={`${match.type} ${match.id}`}
                match={match}
                steps={listSteps(match, {
                  code: question.code,
                  warehouse_id: here,
                  is_ambiguous: question.is_ambiguous,
                })}
                run={(step) => run(step, question.code)}
              />
            ))}
          </>
        )}
        <Waiting waiting={waiting} is_away={connection === "away"} send={queue.sendNow} />
        <RefusedList refused={refused} />
        <SoundSwitch />
      </div>
    </Page>
  );
}

const receive = (code: string, warehouse_id: number) =>
  ({ type: "parcel_receive", action: "receive", body: { code, warehouse_id } }) as const;
const sort = (code: string, warehouse_id: number) =>
  ({ type: "sort_scan", action: "sort", body: { code, warehouse_id } }) as const;

const ready = (mode: Mode): ScanOutcome => ({
  state: "ready",
  tone: "grey",
  title: text.ready,
  about: text.floor.ready[mode],
});

const isSetAside = ({ outcome }: Pick<Settled, "outcome">): boolean =>
  outcome.result && ((outcome.answer as { set_aside?: string | null }).set_aside ?? null) !== null;

/** What was done with the scan, when the service has answered. */
function describeAnswer({ item: queued, outcome: settled }: Settled): ScanOutcome {
  if (!settled.result)
    return { state: "refused", tone: "bad", title: queued.label, about: settled.refusal.message };
  const { lane, route_number, is_wrong_warehouse, outcome, newly_loaded } = settled.answer as {
    lane?: number;
    route_number?: string | null;
    is_wrong_warehouse?: boolean;
    outcome?: keyof typeof text.floor.outcomes;
    newly_loaded?: number;
  };
  const queued_result = { state: "done", tone: "good" as const, title: queued.label };
  if (isSetAside({ outcome: settled }))
    return { ...queued_result, state: "set_aside", tone: "bad", about: text.set_aside };
  if (queued.type === "sort_scan" && lane !== undefined)
    return {
      ...queued_result,
      title: text.sort.lane({ n: lane }),
      about: route_number ?? "",
      big: String(lane),
    };
  if (queued.type === "parcel_receive" && is_wrong_warehouse === true)
    return { ...queued_result, tone: "warn", about: text.floor.wrong_warehouse };
  if (queued.type === "parcel_receive")
    return { ...queued_result, about: [text.floor.received, route_number].filter(Boolean).join(" · ") };
  if (outcome !== undefined) {
    const is_good = outcome === "out" || outcome === "in";
    return { ...queued_result, tone: is_good ? "good" : "warn", about: text.floor.outcomes[outcome] };
  }
  return { ...queued_result, about: newly_loaded === 0 ? text.load.aboard_before : text.load.aboard };
}

/** Statuses of orders, parcels, routes and rentals have the words of their own pages. */
const STATUSES_OF: Partial<Record<string, Parameters<typeof findLabel>[0]>> = {
  order: ORDER_STATUS,
  parcel: ORDER_STATUS,
  route: ROUTE_STATUS,
  rental: RENTAL_STATE,
};

function nameStatus(type: string, status: string): string {
  const table = STATUSES_OF[type];
  return table === undefined ? nameCode(text.floor.statuses, status) : findLabel(table, status).label;
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
  const { type, label, about, status, bin_code, qty, set_aside, next, path } = match;
  const type_name = nameCode(text.floor.types, type);
  const facts = [about, bin_code, qty === null ? null : text.floor.pieces({ n: qty })];
  return (
    <ScanResult
      result={{
        state: "match",
        tone: set_aside !== null ? "bad" : steps.length > 0 || path !== null ? "blue" : "grey",
        title: label,
        about: facts.filter(Boolean).join(" · "),
      }}
    >
      <div className="row tight" style={{ marginTop: 6 }}>
        <Tag tone="grey">{type_name}</Tag>
        {status === null ? null : <span className="dim small">{nameStatus(type, status)}</span>}
      </div>
      {next === null ? null : <p className="strong">{next}</p>}
      {steps.length === 0 && next === null ? <p className="dim">{text.floor.nothing}</p> : null}
      <div className="floor-actions">
        {path === null ? null : (
          <ButtonLink size="md" to={path}>
            {text.floor.open}
          </ButtonLink>
        )}
        {steps.map((step, index) => {
          const look = index === 0 ? {} : { variant: "default" };
          if ("record" in step)
            return (
              <RecordButton key={step.action} size="md" {...look} type={step.record} id={step.id}>
                {text.floor.actions[step.action]}
              </RecordButton>
            );
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
        <span className="strong">{text.floor.waiting({ n: waiting })}</span>
        {is_away ? <span className="dim small"> {text.floor.away}</span> : null}
      </span>
      <Button variant="default" onClick={send}>
        {text.floor.send_now}
      </Button>
    </div>
  );
}

function RefusedList({ refused }: { refused: readonly QueuedItem[] }) {
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
        {refused.map((item) => (
          <li key={item.seq} className="sheet-body stack" style={{ gap: 8 }}>
            <span className="row apart nowrap">
              <span className="mono strong cut">{item.label}</span>
              <span className="dim small">
                {[text.floor.commands[item.type as keyof typeof text.floor.commands], time(item.occurred_at)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
            <RefusedItem item={item} />
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
