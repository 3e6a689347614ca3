/** The stop chosen on the map, and the routes it can be moved to. */
import { CloseButton, Select } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { RouteDetail, RouteSummary } from "../../../api/routes.ts";
import { OrderState } from "../../../parts/badge.tsx";
import { useTimes } from "../../../parts/times.ts";
import { type Moves, unvisited } from "./moves.ts";
import { listOrdersOfStop, routeName } from "./route-row.tsx";

export function ChosenStop({
  route,
  stop_id,
  routes,
  moves,
  close,
}: {
  route: RouteDetail;
  stop_id: number;
  routes: readonly RouteSummary[];
  moves: Moves;
  close: () => void;
}) {
  const times = useTimes();
  const stop = route.stops.find(({ id }) => id === stop_id);
  if (stop === undefined) return null;
  const movable = route.can_edit_stops && unvisited(route).includes(stop_id);
  return (
    <section className="chosen-stop" aria-label="The chosen stop">
      <div className="row apart nowrap">
        <span className="strong">
          Stop {stop.seq} of {routeName(route)}
        </span>
        <CloseButton aria-label="Close" onClick={close} />
      </div>
      <ul className="stack tight">
        {stop.tasks.map(({ id, order, order_id }) => (
          <li key={id} className="row apart nowrap">
            <Link to="/orders/$order_id" params={{ order_id: String(order_id) }} className="cut">
              {order?.name || `Order ${order_id}`}
            </Link>
            {order ? <OrderState status={order.status} /> : null}
          </li>
        ))}
      </ul>
      <p className="dim small">
        {stop.tasks[0]?.order?.address}
        <br />
        Planned at {times.time(stop.planned_arrival_at)} · {times.window(stop.window_start, stop.window_end)}
      </p>
      {movable ? (
        <Select
          aria-label="Move to another route"
          placeholder="Move to another route"
          searchable
          value={null}
          disabled={moves.busy}
          data={routes
            .filter((other) => other.id !== route.id && other.can_edit_stops)
            .map((other) => ({
              value: String(other.id),
              label: `${routeName(other)} (${other.stops_total})`,
            }))}
          onChange={(value) => {
            const other = routes.find(({ id }) => String(id) === value);
            if (other) moves.toRoute(listOrdersOfStop(stop), { id: other.id, name: routeName(other) });
          }}
        />
      ) : null}
    </section>
  );
}
