/** A stop: where, when, what, and what the driver does there. */
import { Button } from "@mantine/core";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { IconChevronLeft, IconMapOff, IconNavigation, IconPhone } from "#icons";
import { describeNotice } from "../../../field/describe-item.ts";
import { FailForm } from "../../../field/handover/fail-form.tsx";
import { HandoverForm } from "../../../field/handover/handover-form.tsx";
import { MessagesLink } from "../../../field/messages-link.tsx";
import { RefusedItem } from "../../../field/refused-item.tsx";
import type { QueuedItem } from "../../../offline/items.ts";
import { useQueue, useQueueState } from "../../../offline/use-queue.ts";
import { money } from "../../../parts/format.ts";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { usePageTitle } from "../../../parts/use-page-title.ts";
import { type Day, type DayRoute, type DayStop, type DayTask, findStop, isResolved } from "./overlay.ts";
import { listStopItems, useDay } from "./queries.ts";
import { StopTag } from "./stop-tag.tsx";
import { text } from "./text.ts";
import { nameStop, useCommands } from "./use-commands.ts";
import "./driver-app.css";

export function StopPage() {
  const { stop_id } = useParams({ from: "/inside/driver/stops/$stop_id" });
  const day = useDay();
  return (
    <div className="page">
      <Link to="/driver" className="stop-back">
        <IconChevronLeft size={22} aria-hidden /> {text.stop.back}
      </Link>
      <Loaded query={day} fallback={<Waiting rows={8} height={40} />}>
        {(loaded) => <LoadedStop day={loaded} stop_id={Number(stop_id)} />}
      </Loaded>
    </div>
  );
}

function LoadedStop({ day, stop_id }: { day: Day; stop_id: number }) {
  const { items } = useQueueState();
  const stop_items = listStopItems(items, stop_id);
  const route_stop = findStop(day, stop_id);
  return (
    <>
      {route_stop === undefined ? (
        <>
          <Empty icon={IconMapOff} title={text.stop.missing}>
            {text.stop.missing_about}
          </Empty>
          <Results items={stop_items} />
        </>
      ) : (
        <Stop day={day} route={route_stop.route} stop={route_stop.stop} items={stop_items} />
      )}
    </>
  );
}

interface StopProps {
  day: Day;
  route: DayRoute;
  stop: DayStop;
  items: readonly QueuedItem[];
}

/** What can still be done here; a correction is about what it named. */
const listTasks = ({ tasks }: DayStop, corrects: QueuedItem | undefined): readonly DayTask[] => {
  const corrected_ids = corrects?.body["order_ids"];
  if (Array.isArray(corrected_ids)) return tasks.filter(({ order_id }) => corrected_ids.includes(order_id));
  return tasks.filter(({ status }) => status !== "DONE");
};

type Mode = "deliver" | "fail" | null;

function Stop({ day, route, stop, items }: StopProps) {
  const { window: showWindow, time } = useTimes();
  const { corrects: seq } = useSearch({ from: "/inside/driver/stops/$stop_id" });
  const navigate = useNavigate();
  const { atStop } = useCommands();
  const corrects = items.find((item) => item.seq === seq && item.state === "refused");
  const [chosen_mode, setMode] = useState<Mode>(null);
  const mode: Mode =
    chosen_mode ?? (corrects === undefined ? null : corrects.type === "stop_fail" ? "fail" : "deliver");
  const place = stop.tasks[0]?.place;
  const title = text.stop.title({ n: stop.seq });
  usePageTitle(`${title} · ${nameStop(stop)}`);
  const close = () => {
    setMode(null);
    if (seq !== undefined)
      void navigate({
        to: "/driver/stops/$stop_id",
        params: { stop_id: String(stop.id) },
        search: {},
        replace: true,
      });
  };
  return (
    <>
      <header className="stack" style={{ gap: 4 }}>
        <span className="row apart nowrap">
          <h1 className="cut">{[title, place?.name].filter(Boolean).join(" · ")}</h1>
          <StopTag stop={stop} items={items} />
        </span>
        <address className="stop-address" style={{ fontStyle: "normal" }}>
          {[place?.line1, place?.line2].filter(Boolean).join(", ")}
          <br />
          {[place?.postal_code, place?.city].filter(Boolean).join(" ")}
        </address>
        <span className="strong">{showWindow(stop.window_start, stop.window_end)}</span>
        {stop.done_at === null ? null : (
          <span className="dim">{text.stop.done_at({ time: time(stop.done_at) })}</span>
        )}
      </header>
      <Results items={items} corrected={corrects?.seq} />
      <Contact stop={stop} />
      {mode === "deliver" ? (
        <div className="sheet sheet-body">
          <HandoverForm
            key={seq}
            offered={listTasks(stop, corrects)}
            corrects={corrects}
            submit={({ files, ...body }) =>
              atStop("stop_complete", route, stop, { body: { ...body }, files, corrects })
            }
            close={close}
          />
        </div>
      ) : mode === "fail" ? (
        <div className="sheet sheet-body">
          <FailForm
            key={seq}
            offered={listTasks(stop, corrects)}
            reasons={day.reasons}
            corrects={corrects}
            submit={({ files, ...body }) =>
              atStop("stop_fail", route, stop, { body: { ...body }, files, corrects })
            }
            close={close}
          />
        </div>
      ) : (
        <Actions route={route} stop={stop} choose={setMode} />
      )}
      <Goods stop={stop} />
    </>
  );
}

/** What was not accepted, and what should be read. */
function Results({ items, corrected }: { items: readonly QueuedItem[]; corrected?: number | undefined }) {
  const queue = useQueue();
  return items.map((item) =>
    item.state === "waiting" || item.state === "discarded" ? null : (
      <section
        key={item.seq}
        className={`stop-alert tone-${item.state === "refused" ? "bad" : "warn"}`}
        role="alert"
      >
        {item.state === "refused" ? (
          <RefusedItem item={item} is_corrected_here={item.seq === corrected} />
        ) : (
          <>
            <p>{describeNotice(item)}</p>
            <Button size="md" variant="default" onClick={() => void queue.forget(item.seq)}>
              {text.day.to_read}
            </Button>
          </>
        )}
      </section>
    ),
  );
}

function Contact({ stop }: { stop: DayStop }) {
  const place = stop.tasks[0]?.place;
  const orders = [...new Set(stop.tasks.map(({ order_id }) => order_id))];
  const at = `${stop.lat},${stop.lng}`;
  return (
    <div className="field-actions">
      <Button
        component="a"
        size="md"
        variant="default"
        leftSection={<IconNavigation size={20} />}
        href={`https://www.google.com/maps/dir/?api=1&destination=${at}`}
        target="_blank"
        rel="noreferrer"
      >
        {text.stop.navigate}
      </Button>
      {place?.phone ? (
        <Button
          component="a"
          size="md"
          variant="default"
          leftSection={<IconPhone size={20} />}
          href={`tel:${place.phone.replaceAll(/[^+\d]/g, "")}`}
        >
          {text.stop.call}
        </Button>
      ) : null}
      {orders.map((order_id) => (
        <MessagesLink key={order_id} order_id={order_id} to="/driver/chat/$order_id" />
      ))}
    </div>
  );
}

function Actions({ route, stop, choose }: { route: DayRoute; stop: DayStop; choose: (mode: Mode) => void }) {
  const { atStop } = useCommands();
  const is_pickup = stop.tasks.every(({ action }) => action === "pickup");
  const main = is_pickup ? text.stop.pick_up : text.stop.deliver;
  if (isResolved(stop))
    return stop.status === "DONE" ? null : (
      <Button size="md" variant="default" onClick={() => choose("deliver")}>
        {text.stop.deliver_now}
      </Button>
    );
  return (
    <div className="stack" style={{ gap: 8 }}>
      {stop.status === "ARRIVED" ? null : (
        <Button size="lg" variant="default" onClick={() => void atStop("stop_arrive", route, stop)}>
          {text.stop.arrive}
        </Button>
      )}
      <Button size="lg" onClick={() => choose("deliver")}>
        {main}
      </Button>
      <div className="field-actions">
        <Button size="md" variant="default" onClick={() => choose("fail")}>
          {text.stop.fail}
        </Button>
        <Button
          size="md"
          variant="default"
          onClick={() =>
            void atStop("stop_skip", route, stop, stop.status === "SKIPPED" ? { body: { undo: true } } : {})
          }
        >
          {stop.status === "SKIPPED" ? text.stop.unskip : text.stop.skip}
        </Button>
      </div>
    </div>
  );
}

function Goods({ stop }: { stop: DayStop }) {
  return stop.tasks.map((task) => <Task key={task.id} task={task} note={stop.note} />);
}

function Task({ task, note }: { task: DayTask; note: string }) {
  const { action, place, delivery_instruction, recipient_preferences, parcels, cod_minor, currency } = task;
  const leave = recipient_preferences?.leave ?? null;
  const wish = [
    recipient_preferences?.note,
    leave === null ? null : `${text.stop.leave[leave.at]}: ${leave.details}`,
  ].filter(Boolean);
  const facts: [string, string][] = [
    [text.stop.instructions, [place?.instructions, delivery_instruction].filter(Boolean).join(" ")],
    [text.stop.wish, wish.join(" ")],
    [text.stop.note, note],
  ];
  return (
    <section className="sheet" aria-label={task.ref ?? task.tracking_number}>
      <div className="sheet-head">
        <h2>{task.ref ?? task.tracking_number}</h2>
        <span className="dim">{text.stop.actions[action]}</span>
      </div>
      <div className="sheet-body stack">
        {cod_minor > 0 ? (
          <p className="stop-cash">{text.stop.cash({ amount: money(cod_minor, currency) })}</p>
        ) : null}
        <dl className="stop-facts">
          {facts
            .filter(([, about]) => about !== "")
            .map(([name, about]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{about}</dd>
              </div>
            ))}
          <div>
            <dt>{text.stop.goods}</dt>
            {parcels.length === 0 ? <dd>{task.tracking_number}</dd> : null}
            {parcels.map((parcel) => (
              <dd key={parcel.id}>
                <span className="mono">{parcel.label_code || parcel.tracking_number}</span> {parcel.contents}
              </dd>
            ))}
          </div>
        </dl>
      </div>
    </section>
  );
}
