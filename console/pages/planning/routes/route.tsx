/** One route: its stops in sequence, its map and its actions. */
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { type RouteDetail, type RouteStop, routeQuery } from "../../../api/routes.ts";
import { BaseMap } from "../../../map/map.tsx";
import type { MapLine, MapPin } from "../../../map/shapes.ts";
import { OrderState, State } from "../../../parts/badge.tsx";
import { duration, kilometres } from "../../../parts/format.ts";
import { findLabel, ROUTE_STATUS, STOP_STATUS } from "../../../parts/labels.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { Bar, Page, Sheet } from "../../../parts/page.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { RouteActions } from "./route-actions.tsx";
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
      <IconArrowLeft size={14} /> Routes
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
  const [stop, setStop] = useState<number | null>(null);
  const lines = useMemo<MapLine[]>(
    () => [{ id: route.id, colour: "#b3631f", points: route.path.map(({ lat, lng }) => [lng, lat]) }],
    [route.id, route.path],
  );
  const pins = useMemo<MapPin[]>(() => {
    const { lat, lng, name } = route.start_place;
    const depot: MapPin[] =
      typeof lat === "number" && typeof lng === "number"
        ? [{ id: "depot", kind: "depot", lat, lng, title: name ?? "Depot" }]
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
          title: `Stop ${one.seq}: ${one.tasks[0]?.order?.name ?? ""}`,
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
      about={
        <span className="row tight num">
          <State word={findLabel(ROUTE_STATUS, route.status)} />· {route.number} · {day(route.date)} ·{" "}
          {kilometres(route.planned_distance_m)}
          {route.distances === "road" ? " by road" : ""} · {duration(route.planned_duration_s)}
        </span>
      }
      actions={<RouteActions route={route} />}
    >
      <div className="fill-split">
        <div className="scroll">
          <Sheet
            pad={false}
            title="Stops"
            actions={
              <span className="row tight nowrap small num" style={{ width: 170 }}>
                <span className="grow">
                  <Bar
                    value={route.stops_resolved}
                    of={route.stops_total}
                    tone="good"
                    label={`${route.stops_resolved} of ${route.stops_total} stops done`}
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
                  chosen={stop === one.id}
                  choose={() => setStop(stop === one.id ? null : one.id)}
                />
              ))}
            </ol>
          </Sheet>
        </div>
        <BaseMap
          label={`Way of route ${route.number}`}
          lines={lines}
          pins={pins}
          fit={route.id}
          onPin={(id) => setStop(Number(id))}
        />
      </div>
    </Page>
  );
}

function Stop({ stop, chosen, choose }: { stop: RouteStop; chosen: boolean; choose: () => void }) {
  const times = useTimes();
  const word = findLabel(STOP_STATUS, stop.status);
  const first = stop.tasks[0];
  return (
    <li className={chosen ? "stop chosen" : "stop"}>
      <button type="button" className="stop-row" aria-expanded={chosen} onClick={choose}>
        <span className={`stop-seq num tone-${word.tone}`}>{stop.seq}</span>
        <span className="grow">
          <span className="strong">{first?.order?.name || `Order ${first?.order_id ?? ""}`}</span>
          {stop.tasks.length > 1 ? <span className="dim"> +{stop.tasks.length - 1}</span> : null}
          <br />
          <span className="dim small">{first?.order?.address}</span>
        </span>
        <span className="stop-times num">
          <span className={stop.late ? "board-late" : undefined}>
            {times.time(stop.done_at ?? stop.arrived_at ?? stop.planned_arrival_at)}
          </span>
          <span className="dim small">
            {stop.done_at || stop.arrived_at ? word.label : stop.late ? "late" : "planned"}
          </span>
        </span>
      </button>
      {chosen ? (
        <ul className="stop-tasks">
          {stop.tasks.map((task) => (
            <li key={task.id} className="row apart nowrap">
              <Link to="/orders/$order_id" params={{ order_id: String(task.order_id) }}>
                {task.order?.tracking_number ?? `Order ${task.order_id}`}
              </Link>
              <span className="row tight nowrap">
                <span className="dim small">{task.action}</span>
                {task.order ? <OrderState status={task.order.status} /> : null}
              </span>
            </li>
          ))}
          <li className="dim small">Window: {times.window(stop.window_start, stop.window_end)}</li>
        </ul>
      ) : null}
    </li>
  );
}
