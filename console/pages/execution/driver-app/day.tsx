/** The driver's day: the shift, and each route with its stops in order. */
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { IconCheck, IconClock, IconPlayerPause, IconPlayerPlay, IconRoute, IconX } from "#icons";
import { useReportPositions } from "../../../offline/positions.ts";
import { useQueueState } from "../../../offline/use-queue.ts";
import { Tag } from "../../../parts/badge.tsx";
import { ButtonLink } from "../../../parts/links.tsx";
import { Bar } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { day as nameDay, useTimes } from "../../../parts/times.ts";
import { usePageTitle } from "../../../parts/use-page-title.ts";
import { type Day, type DayRoute, type DayStop, findNextStop, isAboard, isResolved } from "./overlay.ts";
import { listStopItems, useDay } from "./queries.ts";
import { StopTag } from "./stop-tag.tsx";
import { text } from "./text.ts";
import { nameStop, useCommands } from "./use-commands.ts";
import "./driver-app.css";

export function DayPage() {
  const day = useDay();
  const { today, time } = useTimes();
  const title = nameDay(today());
  usePageTitle(title);
  return (
    <div className="page">
      <header className="row apart nowrap">
        <h1>{title}</h1>
        {day.data === undefined ? null : (
          <span className="dim small nowrap">
            {text.day.as_of({ time: time(new Date(day.data.fetched_at).toISOString()) })}
          </span>
        )}
      </header>
      <Loaded query={day} fallback={<Waiting rows={8} height={52} />}>
        {(loaded) => <Body day={loaded} />}
      </Loaded>
    </div>
  );
}

const isUnderWay = ({ route }: DayRoute) => route.status === "IN_PROGRESS";

function Body({ day }: { day: Day }) {
  const under_way = day.routes.find(isUnderWay);
  const is_denied = useReportPositions({
    enabled: day.duty === "on" || under_way !== undefined,
    sent_as: "driver",
    route_id: under_way?.route.id ?? null,
  });
  return (
    <>
      <Shift duty={day.duty} />
      {is_denied ? <p className="dim">{text.day.no_position}</p> : null}
      {day.routes.length === 0 ? (
        <Empty icon={IconRoute} title={text.day.none}>
          {text.day.none_about}
        </Empty>
      ) : (
        day.routes.map((route) => (
          <Fragment key={route.route.id}>
            <OffRoute route={route} />
            <RouteSheet route={route} />
          </Fragment>
        ))
      )}
    </>
  );
}

function Shift({ duty }: { duty: Day["duty"] }) {
  const { setDuty } = useCommands();
  return (
    <section className="sheet shift" aria-label={text.shift.label}>
      <Tag tone={duty === "on" ? "good" : duty === "break" ? "warn" : "grey"}>{text.shift[duty]}</Tag>
      <span className="row nowrap" style={{ marginInlineStart: "auto" }}>
        {duty === "on" ? (
          <Button size="md" variant="default" onClick={() => void setDuty("break")}>
            {text.shift.pause}
          </Button>
        ) : (
          <Button size="md" onClick={() => void setDuty("on")}>
            {duty === "off" ? text.shift.start : text.day.resume}
          </Button>
        )}
        {duty === "off" ? null : (
          <Button size="md" variant="default" onClick={() => void setDuty("off")}>
            {text.shift.end}
          </Button>
        )}
      </span>
    </section>
  );
}

function RouteSheet({ route }: { route: DayRoute }) {
  const { number, stops_resolved, status, paused_at } = route.route;
  const next = status === "COMPLETED" || status === "CLOSED" ? undefined : findNextStop(route);
  return (
    <section className="sheet" aria-label={number}>
      <div className="route-head">
        <div className="row apart nowrap">
          <h2 className="cut">{number}</h2>
          {paused_at === null ? null : <Tag tone="warn">{text.day.paused}</Tag>}
          <span className="num strong nowrap">
            {text.day.stops({ done: stops_resolved, all: route.stops.length })}
          </span>
        </div>
        <Bar
          value={stops_resolved}
          of={route.stops.length}
          tone="good"
          label={text.day.stops({ done: stops_resolved, all: route.stops.length })}
        />
        <RouteActions route={route} />
      </div>
      <ol className="stops" aria-label={text.day.list({ route: number })}>
        {route.stops.map((stop) => (
          <StopRow key={stop.id} stop={stop} is_next={stop === next} />
        ))}
      </ol>
    </section>
  );
}

/** What the driver has and is not to bring anywhere: the stop is gone, the goods are not. */
function OffRoute({ route: { off_route } }: { route: DayRoute }) {
  // A day that an earlier version kept on the device has none.
  if (off_route === undefined || off_route.length === 0) return null;
  return (
    <section className="sheet off-route" aria-label={text.day.off_route}>
      <div className="sheet-head">
        <h2>{text.day.off_route}</h2>
      </div>
      <p>{text.day.off_route_about}</p>
      <ul className="scan-left">
        {off_route.flatMap(({ tracking_number, ref, place, parcels }) =>
          parcels.map(({ id, label_code, tracking_number: number }) => (
            <li key={id}>
              <span className="mono strong cut">{label_code || number}</span>
              <span className="dim cut">{place?.name ?? ref ?? tracking_number}</span>
            </li>
          )),
        )}
      </ul>
    </section>
  );
}

function RouteActions({ route }: { route: DayRoute }) {
  const { startRoute, pauseRoute, resumeRoute } = useCommands();
  const { status, paused_at } = route.route;
  const open_tasks = route.stops
    .flatMap(({ tasks }) => tasks)
    .filter(({ action, status: state }) => action === "dropoff" && state === "PENDING")
    .flatMap(({ parcels }) => parcels)
    .filter((parcel) => !isAboard(parcel)).length;
  if (status === "COMPLETED" || status === "CLOSED")
    return (
      <p className="row tight strong">
        <IconCheck size={20} aria-hidden /> {text.day.ended}
      </p>
    );
  return (
    <div className="field-actions">
      {isUnderWay(route) ? (
        <Button
          size="md"
          variant="default"
          leftSection={paused_at === null ? <IconPlayerPause size={20} /> : <IconPlayerPlay size={20} />}
          onClick={() => void (paused_at === null ? pauseRoute(route) : resumeRoute(route))}
        >
          {paused_at === null ? text.day.pause : text.day.resume}
        </Button>
      ) : (
        <Button size="md" leftSection={<IconPlayerPlay size={20} />} onClick={() => void startRoute(route)}>
          {text.day.start_route}
        </Button>
      )}
      {open_tasks === 0 ? null : (
        <ButtonLink size="md" variant="default" to="/driver/scan">
          {text.day.load_left({ n: open_tasks })}
        </ButtonLink>
      )}
    </div>
  );
}

function StopRow({ stop, is_next }: { stop: DayStop; is_next: boolean }) {
  const { window: showWindow, time } = useTimes();
  const { items } = useQueueState();
  const { window_start, window_end, tasks, status, done_at } = stop;
  const place = tasks[0]?.place;
  const parcels = tasks.flatMap((task) => task.parcels).length;
  const is_done = isResolved(stop);
  return (
    <li className={`stop-row${is_next ? " next" : ""}${is_done ? " done" : ""}`}>
      <Link to="/driver/stops/$stop_id" params={{ stop_id: String(stop.id) }} className="stop-link">
        <span className={`stop-number status-${status}`} aria-hidden>
          {status === "DONE" ? <IconCheck size={18} /> : status === "FAILED" ? <IconX size={18} /> : stop.seq}
        </span>
        <span className="grow stack" style={{ gap: 2 }}>
          <span className="row apart nowrap">
            <span className="strong cut">{nameStop(stop)}</span>
            <StopTag stop={stop} items={listStopItems(items, stop.id)} is_next={is_next} />
          </span>
          <span className="cut">{[place?.line1, place?.city].filter(Boolean).join(", ")}</span>
          <span className="row tight dim small">
            <IconClock size={15} aria-hidden />
            {is_done ? time(done_at) : showWindow(window_start, window_end)}
            {parcels === 0 ? null : <span>· {text.day.parcels({ n: parcels })}</span>}
          </span>
        </span>
      </Link>
    </li>
  );
}
