/** One route: its stops in sequence, its map and its actions. */

import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { IconArrowLeft } from "#icons";
import { BaseMap } from "../../../map/map.tsx";
import type { MapLine, MapPin } from "../../../map/shapes.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { duration, kilometres } from "../../../parts/format.ts";
import { findLabel, nameCode } from "../../../parts/labels.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { Bar, Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { ConversationsSheet } from "../../execution/order-chat/conversations-sheet.tsx";
import { OrderState } from "../../orders/orders/order-state.tsx";
import { type Expected, moveByObserved } from "./expected.ts";
import { type RouteDetail, type RouteStop, routeQuery } from "./queries.ts";
import { RouteActions } from "./route-actions.tsx";
import { ROUTE_STATUS, STOP_STATUS } from "./status.ts";
import { text } from "./text.ts";
import "./route.css";

const here = getRouteApi("/inside/routes/$route_id");

export function Route() {
  const { route_id } = here.useParams();
  const query = useQuery(routeQuery(Number(route_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Back />} />;
  return <RouteView route={query.data} />;
}

function Back({ date }: { date?: string }) {
  return (
    <AnchorLink to="/routes" search={date ? { date } : {}} className="row tight small" c="dimmed">
      <IconArrowLeft size={14} /> {text.route.back}
    </AnchorLink>
  );
}

const TONE_COLOUR: Record<string, string> = {
  DONE: "#1c6b47",
  FAILED: "#b42318",
  PARTIAL: "#8a5300",
  SKIPPED: "#8a5300",
  ARRIVED: "#964812",
};

function RouteView({ route }: { route: RouteDetail }) {
  const expected = useExpected(route);
  const [stop, setStop] = useState<number | null>(null);
  const lines = useMemo<MapLine[]>(
    () => [{ id: route.id, colour: "#b3631f", points: route.path.map(({ lat, lng }) => [lng, lat]) }],
    [route.id, route.path],
  );
  const pins = useMemo<MapPin[]>(() => {
    const { lat, lng, name } = route.start_place;
    const depot: MapPin[] =
      typeof lat === "number" && typeof lng === "number"
        ? [{ id: "depot", kind: "depot", lat, lng, title: name ?? text.route.depot }]
        : [];
    return [
      ...depot,
      ...route.stops.map(
        (one): MapPin => ({
          id: String(one.id),
          kind: "stop",
          lat: one.lat,
          lng: one.lng,
          text: String(one.seq),
          title: text.route.stop_pin({ seq: one.seq, name: one.tasks[0]?.order?.name ?? "" }),
          colour: one.id === stop ? "#25211c" : (TONE_COLOUR[one.status] ?? "#6f6659"),
        }),
      ),
    ];
  }, [route.start_place, route.stops, stop]);
  return (
    <Page
      fill
      title={route.driver_name ?? route.number}
      above={<Back date={route.date} />}
      subtitle={
        <span className="row tight num">
          <StatusBadge badge={findLabel(ROUTE_STATUS, route.status)} />· {route.number} · {day(route.date)} ·{" "}
          {kilometres(route.planned_distance_m)}
          {route.distances === "road" ? ` ${text.route.by_road}` : ""} · {duration(route.planned_duration_s)}
        </span>
      }
      actions={<RouteActions route={route} />}
    >
      <div className="fill-split">
        <div className="scroll stack" style={{ gap: 16 }}>
          <Sheet title={text.route.progress}>
            <Progress route={route} expected={expected} />
          </Sheet>
          <ConversationsSheet of={{ route_id: route.id }} />
          <Sheet
            pad={false}
            title={text.route.stops}
            actions={
              <span className="row tight nowrap small num" style={{ minWidth: 170 }}>
                {route.failed_attempts === undefined ? null : (
                  <Tag tone="warn">{text.failed_attempts({ n: route.failed_attempts })}</Tag>
                )}
                <span className="grow">
                  <Bar
                    value={route.stops_resolved}
                    of={route.stops_total}
                    tone="good"
                    label={text.stops_done({ done: route.stops_resolved, all: route.stops_total })}
                  />
                </span>
                {route.stops_resolved} / {route.stops_total}
              </span>
            }
          >
            <ol className="stops">
              {route.stops.map((one) => (
                <Stop
                  key={one.id}
                  stop={one}
                  expected={expected?.arrivals.get(one.id)}
                  chosen={stop === one.id}
                  choose={() => setStop(stop === one.id ? null : one.id)}
                />
              ))}
            </ol>
          </Sheet>
        </div>
        <BaseMap
          label={text.route.map({ number: route.number })}
          lines={lines}
          pins={pins}
          fit={route.id}
          onPin={(id) => setStop(Number(id))}
        />
      </div>
    </Page>
  );
}

const ON_THE_WAY: readonly string[] = ["RELEASED", "LOADED", "IN_PROGRESS"];

/** Arrivals as observed; null before the route is released and after its end. */
function useExpected(route: RouteDetail): Expected | null {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return useMemo(() => (ON_THE_WAY.includes(route.status) ? moveByObserved(route, now) : null), [route, now]);
}

function Progress({ route, expected }: { route: RouteDetail; expected: Expected | null }) {
  const times = useTimes();
  const next = route.stops.find(({ id }) => id === expected?.next);
  const next_arrival = next === undefined ? undefined : expected?.arrivals.get(next.id);
  const failed = route.stops.filter(({ status }) => status === "FAILED" || status === "PARTIAL").length;
  return (
    <>
      <Facts>
        <Fact name={text.driver}>
          {route.driver_id === null ? (
            text.no_driver
          ) : (
            <RecordLink type="driver" id={route.driver_id} inherit>
              {route.driver_name ?? text.driver}
            </RecordLink>
          )}
        </Fact>
        <Fact name={text.route.next_stop}>
          {next === undefined ? "–" : nameStop(next)}
          {next_arrival === undefined ? null : (
            <span className="dim"> · {text.route.next_expected({ time: times.time(next_arrival.at) })}</span>
          )}
        </Fact>
        <Fact name={text.start}>
          {times.time(route.actual_start_at ?? route.planned_start_at)}{" "}
          <span className="dim">
            {route.actual_start_at === null
              ? text.route.planned
              : text.route.planned_at({ time: times.time(route.planned_start_at) })}
          </span>
        </Fact>
        <Fact name={text.end}>
          {times.time(route.actual_end_at ?? route.planned_end_at)}{" "}
          <span className="dim">
            {route.actual_end_at === null
              ? text.route.planned
              : text.route.planned_at({ time: times.time(route.planned_end_at) })}
          </span>
        </Fact>
        <Fact name={text.route.not_delivered}>
          {failed === 0 ? text.route.none : text.route.stop_count({ n: failed })}
        </Fact>
        <Fact name={text.route.late}>
          {expected === null || expected.late === 0 ? (
            text.route.none
          ) : (
            <span className="board-late">{text.route.late_count({ n: expected.late })}</span>
          )}
        </Fact>
      </Facts>
      {expected === null ? null : (
        <p className="dim small" style={{ marginTop: 8 }}>
          {describeMove(expected)}
        </p>
      )}
    </>
  );
}

function nameStop({ seq, tasks: [first] }: RouteStop): string {
  const name = first?.order?.name || first?.order?.tracking_number;
  return name ? text.route.next({ seq, name }) : text.route.next_unnamed({ seq });
}

/** What the expected arrivals are: the plan, moved by what was observed. */
function describeMove({ moved_s, seen_at }: Expected): string {
  const minutes = Math.round(Math.abs(moved_s) / 60);
  if (minutes === 0) return text.route.as_planned;
  if (seen_at === null)
    return moved_s > 0
      ? text.route.later_since_start({ minutes })
      : text.route.earlier_since_start({ minutes });
  return moved_s > 0
    ? text.route.later_since({ minutes, seq: seen_at })
    : text.route.earlier_since({ minutes, seq: seen_at });
}

function Stop({
  stop,
  expected,
  chosen,
  choose,
}: {
  stop: RouteStop;
  /** For a stop that is still to do, while the route is under way. */
  expected: { at: string; is_late: boolean } | undefined;
  chosen: boolean;
  choose: () => void;
}) {
  const times = useTimes();
  const word = findLabel(STOP_STATUS, stop.status);
  const first = stop.tasks[0];
  return (
    <li className={chosen ? "stop chosen" : "stop"}>
      <button type="button" className="stop-row" aria-expanded={chosen} onClick={choose}>
        <span className={`stop-seq num tone-${word.tone}`}>{stop.seq}</span>
        <span className="grow">
          <span className="strong">
            {first?.order?.name || text.route.order({ id: first?.order_id ?? "" })}
          </span>
          {stop.tasks.length > 1 ? <span className="dim"> +{stop.tasks.length - 1}</span> : null}
          <br />
          <span className="dim small">{first?.order?.address}</span>
        </span>
        <span className="stop-times num">
          <span className={(expected?.is_late ?? stop.late) ? "board-late" : undefined}>
            {times.time(stop.done_at ?? stop.arrived_at ?? expected?.at ?? stop.planned_arrival_at)}
          </span>
          <span className="dim small">
            {stop.done_at || stop.arrived_at
              ? text.route.visited({ status: word.label, time: times.time(stop.planned_arrival_at) })
              : expected === undefined
                ? stop.late
                  ? text.route.late_in_plan
                  : text.route.planned
                : (expected.is_late ? text.route.expected_late : text.route.expected)({
                    time: times.time(stop.planned_arrival_at),
                  })}
          </span>
        </span>
      </button>
      {chosen ? (
        <ul className="stop-tasks">
          {stop.tasks.map((task) => (
            <li key={task.id} className="row apart nowrap">
              <RecordLink type="order" id={task.order_id} inherit>
                {task.order?.tracking_number ?? text.route.order({ id: task.order_id })}
              </RecordLink>
              <span className="row tight nowrap">
                <span className="dim small">{nameCode(text.route.task, task.action)}</span>
                {task.order ? <OrderState status={task.order.status} /> : null}
              </span>
            </li>
          ))}
          <li className="dim small">
            {text.route.window({ window: times.window(stop.window_start, stop.window_end) })}
          </li>
        </ul>
      ) : null}
    </li>
  );
}
