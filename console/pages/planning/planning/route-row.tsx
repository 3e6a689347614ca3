/** A route in the board: a drop target for stops that, when expanded, lists its own stops. */
import { ActionIcon, Loader, Menu } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconDotsVertical, IconGripVertical } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type DragEvent, useEffect, useRef, useState } from "react";
import type { RouteDetail, RouteStop, RouteSummary } from "../../../api/routes.ts";
import { State } from "../../../parts/badge.tsx";
import { count, duration, kilometres } from "../../../parts/format.ts";
import { findLabel, ROUTE_STATUS } from "../../../parts/labels.ts";
import { useTimes } from "../../../parts/times.ts";
import { type Moves, unvisited } from "./moves.ts";
import "./board.css";

const DRAGGED = "application/x-packhorse-stop";

interface Dragged {
  route_id: number;
  stop_id: number;
  order_ids: number[];
}

export function routeName(route: RouteSummary): string {
  return route.driver_name ?? route.number;
}

export function listOrdersOfStop(stop: RouteStop): number[] {
  return [
    ...new Set(stop.tasks.filter(({ status }) => status === "PENDING").map(({ order_id }) => order_id)),
  ];
}

/** Handles drops, and reports whether something is dragged over the element. */
function useDropTarget(take: (dragged: Dragged) => void) {
  const [over, setOver] = useState(false);
  return {
    over,
    target: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        const text = event.dataTransfer.getData(DRAGGED);
        if (text) take(JSON.parse(text) as Dragged);
      },
    },
  };
}

interface RowProps {
  route: RouteSummary;
  detail: RouteDetail | undefined;
  colour: string;
  opened: boolean;
  toggle: () => void;
  others: readonly RouteSummary[];
  chosen_stop: number | null;
  chooseStop: (stop_id: number) => void;
  moves: Moves;
}

export function RouteRow(props: RowProps) {
  const { route, detail, colour, opened, toggle, moves } = props;
  const { over, target } = useDropTarget((dragged) => {
    if (dragged.route_id !== route.id)
      moves.toRoute(dragged.order_ids, { id: route.id, name: routeName(route) });
  });
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (opened) row.current?.scrollIntoView({ block: "nearest" });
  }, [opened]);
  return (
    <li ref={row} className={over ? "drop-over" : undefined} {...(route.can_edit_stops ? target : {})}>
      <button
        type="button"
        className="list-row"
        aria-expanded={opened}
        aria-current={opened}
        onClick={toggle}
      >
        <span className="swatch" style={{ background: colour }} aria-hidden />
        <span className="grow">
          <span className="row apart nowrap">
            <span className="strong cut">{routeName(route)}</span>
            <State word={findLabel(ROUTE_STATUS, route.status)} />
          </span>
          <span className="small dim num">
            {route.number} · {count(route.stops_total, "stop")} · {kilometres(route.planned_distance_m)} ·{" "}
            {duration(route.planned_duration_s)} · {route.load.units ?? 0} units
          </span>
        </span>
      </button>
      {opened ? (
        detail ? (
          <>
            <p className="board-open">
              <Link to="/routes/$route_id" params={{ route_id: String(route.id) }}>
                Open the route
              </Link>
            </p>
            <ol className="board-stops">
              {detail.stops.map((stop) => (
                <StopRow key={stop.id} {...props} detail={detail} stop={stop} />
              ))}
            </ol>
          </>
        ) : (
          <div className="board-open">
            <Loader size={16} />
          </div>
        )
      ) : null}
    </li>
  );
}

function StopRow({
  route,
  detail,
  stop,
  others,
  chosen_stop,
  chooseStop,
  moves,
}: RowProps & { detail: RouteDetail; stop: RouteStop }) {
  const times = useTimes();
  const open = unvisited(detail);
  const at = open.indexOf(stop.id);
  const movable = route.can_edit_stops && at !== -1;
  const order_ids = listOrdersOfStop(stop);
  const first = stop.tasks[0]?.order;

  /** Moves a stop of this route before the drop target, or a stop of another route to this position. */
  const { over, target } = useDropTarget((dragged) => {
    if (dragged.stop_id === stop.id) return;
    if (dragged.route_id !== route.id)
      moves.toRoute(dragged.order_ids, { id: route.id, name: routeName(route) }, at + 1);
    else {
      const rest = open.filter((id) => id !== dragged.stop_id);
      rest.splice(rest.indexOf(stop.id), 0, dragged.stop_id);
      moves.reorder(detail, rest);
    }
  });
  const shift = (by: -1 | 1) => {
    const next = [...open];
    next.splice(at, 1);
    next.splice(at + by, 0, stop.id);
    moves.reorder(detail, next);
  };
  const dragged: Dragged = { route_id: route.id, stop_id: stop.id, order_ids };
  return (
    <li
      className={`board-stop${over ? " drop-before" : ""}${chosen_stop === stop.id ? " chosen" : ""}`}
      draggable={movable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData(DRAGGED, JSON.stringify(dragged));
      }}
      {...(movable ? target : {})}
    >
      <span className="board-grip" aria-hidden>
        {movable ? <IconGripVertical size={14} /> : null}
      </span>
      <span className="board-seq num">{stop.seq}</span>
      <button
        type="button"
        className="board-name"
        onClick={() => chooseStop(stop.id)}
        aria-pressed={chosen_stop === stop.id}
      >
        <span className="cut">{first?.name || `Order ${first?.id ?? ""}`}</span>
        {order_ids.length > 1 ? <span className="dim small"> +{order_ids.length - 1}</span> : null}
      </button>
      <span
        className={stop.late ? "small num board-late" : "small num dim"}
        title={stop.late ? "After its window" : undefined}
      >
        {times.time(stop.done_at ?? stop.planned_arrival_at)}
      </span>
      {movable ? (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Move stop ${stop.seq}, ${first?.name ?? ""}`}
            >
              <IconDotsVertical size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown mah={380} style={{ overflowY: "auto" }}>
            <Menu.Item leftSection={<IconArrowUp size={14} />} disabled={at <= 0} onClick={() => shift(-1)}>
              Earlier
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={14} />}
              disabled={at >= open.length - 1}
              onClick={() => shift(1)}
            >
              Later
            </Menu.Item>
            <Menu.Item onClick={() => moves.offRoute(detail, order_ids)}>Take off the route</Menu.Item>
            <Menu.Divider />
            <Menu.Label>Move to</Menu.Label>
            {others
              .filter((other) => other.id !== route.id && other.can_edit_stops)
              .map((other) => (
                <Menu.Item
                  key={other.id}
                  onClick={() => moves.toRoute(order_ids, { id: other.id, name: routeName(other) })}
                >
                  {routeName(other)} <span className="dim small">{other.stops_total}</span>
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <State
          word={{
            label: "",
            tone: stop.status === "DONE" ? "good" : stop.status === "FAILED" ? "bad" : "grey",
          }}
        />
      )}
    </li>
  );
}
