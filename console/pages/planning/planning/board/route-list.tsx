/** The routes of the day as a list: each opens to its stops. The form for phones, and for those who prefer it. */
import { ActionIcon, Menu } from "@mantine/core";
import { useEffect, useRef } from "react";
import { IconArrowDown, IconArrowUp, IconDotsVertical } from "#icons";
import { StatusBadge } from "../../../../parts/badge.tsx";
import { duration, kilometres } from "../../../../parts/format.ts";
import { findLabel } from "../../../../parts/labels.ts";
import { LoadBar } from "../../../../parts/load-bar.tsx";
import { RecordLink } from "../../../../parts/record-link.tsx";
import { useTimes } from "../../../../parts/times.ts";
import type { ScheduledRoute, ScheduledStop } from "../../routes/queries.ts";
import { ROUTE_STATUS, STOP_STATUS } from "../../routes/status.ts";
import { text } from "../text.ts";
import { getMode } from "./gantt-row.tsx";
import { routeName, shiftedPosition } from "./movable-stops.ts";
import type { Moves } from "./moves.tsx";
import { listOrderIds, type Selection } from "./selection.ts";
import { isUnvisited } from "./timeline.ts";

interface ListProps {
  routes: readonly ScheduledRoute[];
  colours: ReadonlyMap<number, string>;
  selection: Selection;
  moves: Moves;
}

export function RouteList(props: ListProps) {
  return (
    <ul className="list route-list">
      {props.routes.map((route) => (
        <RouteItem key={route.id} {...props} route={route} />
      ))}
    </ul>
  );
}

function RouteItem({ route, routes, colours, selection, moves }: ListProps & { route: ScheduledRoute }) {
  const is_open = selection.route_id === route.id;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (is_open) row.current?.scrollIntoView({ block: "nearest" });
  }, [is_open]);
  return (
    <li ref={row} data-route={route.id}>
      <button
        type="button"
        className="list-row"
        aria-expanded={is_open}
        aria-current={is_open}
        onClick={() => selection.selectRoute(is_open ? null : route.id)}
      >
        <span className="swatch" style={{ background: colours.get(route.id) }} aria-hidden />
        <span className="grow">
          <span className="row apart nowrap">
            <span className="strong cut">{routeName(route)}</span>
            <StatusBadge badge={findLabel(ROUTE_STATUS, route.status)} />
          </span>
          <span className="row tight small dim num">
            {route.number} · {text.list.stops({ n: route.stops_total })} ·{" "}
            {kilometres(route.planned_distance_m)} · {duration(route.planned_duration_s)}
            <LoadBar load={route.load} capacity={route.capacity} />
          </span>
        </span>
      </button>
      {is_open ? (
        <>
          <p className="board-open">
            <RecordLink type="route" id={route.id} inherit>
              {text.list.open}
            </RecordLink>
          </p>
          <ol className="board-stops">
            {route.stops.map((stop) => (
              <StopItem key={stop.id} {...{ route, routes, stop, selection, moves }} />
            ))}
          </ol>
        </>
      ) : null}
    </li>
  );
}

function StopItem({
  route,
  routes,
  stop,
  selection,
  moves,
}: Omit<ListProps, "colours"> & { route: ScheduledRoute; stop: ScheduledStop }) {
  const times = useTimes();
  const movable = route.can_edit_stops && isUnvisited(stop);
  const order_ids = listOrderIds(stop);
  const [first] = stop.orders;
  const is_chosen = order_ids.some((id) => selection.order_ids.has(id));
  const shift = (by: -1 | 1) => {
    const position = shiftedPosition({ route, stop }, by);
    if (position !== null) moves.move({ order_ids, to: { id: route.id, name: routeName(route) }, position });
  };
  return (
    <li className={is_chosen ? "board-stop chosen" : "board-stop"} data-stop={stop.id}>
      <span className="board-seq num">{stop.seq}</span>
      <button
        type="button"
        className="board-name"
        onClick={(event) => selection.selectStop(stop, route.id, getMode(event))}
        aria-pressed={is_chosen}
      >
        <span className="cut">{first?.name || text.order({ id: first?.id ?? "" })}</span>
        {order_ids.length > 1 ? <span className="dim small"> +{order_ids.length - 1}</span> : null}
      </button>
      <span
        className={stop.late ? "small num board-late" : "small num dim"}
        title={stop.late ? text.list.late : undefined}
      >
        {times.time(stop.done_at ?? stop.planned_arrival_at)}
      </span>
      {movable ? (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={text.list.move({ seq: stop.seq, name: first?.name ?? "" })}
            >
              <IconDotsVertical size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown mah={380} style={{ overflowY: "auto" }}>
            <Menu.Item
              leftSection={<IconArrowUp size={14} />}
              disabled={shiftedPosition({ route, stop }, -1) === null}
              onClick={() => shift(-1)}
            >
              {text.list.earlier}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={14} />}
              disabled={shiftedPosition({ route, stop }, 1) === null}
              onClick={() => shift(1)}
            >
              {text.list.later}
            </Menu.Item>
            <Menu.Item onClick={() => moves.move({ order_ids, to: null })}>{text.list.take_off}</Menu.Item>
            <Menu.Divider />
            <Menu.Label>{text.list.move_to}</Menu.Label>
            {routes
              .filter((other) => other.id !== route.id && other.can_edit_stops)
              .map((other) => (
                <Menu.Item
                  key={other.id}
                  onClick={() => moves.move({ order_ids, to: { id: other.id, name: routeName(other) } })}
                >
                  {routeName(other)} <span className="dim small">{other.stops_total}</span>
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <StatusBadge badge={{ label: "", tone: findLabel(STOP_STATUS, stop.status).tone }} />
      )}
    </li>
  );
}
