/** The chosen stops: the details of one, or how many, and where they can be moved. */
import { CloseButton, Select } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ScheduledRoute, ScheduledStop } from "../../../../api/routes.ts";
import { OrderState } from "../../../../parts/badge.tsx";
import { count } from "../../../../parts/format.ts";
import { useTimes } from "../../../../parts/times.ts";
import type { Moves } from "./moves.ts";
import { routeName } from "./route-list.tsx";
import { listOrderIds } from "./selection.ts";
import { isUnvisited } from "./timeline.ts";

interface Chosen {
  route: ScheduledRoute;
  stop: ScheduledStop;
}

export function ChosenStops({
  chosen,
  routes,
  moves,
  close,
}: {
  chosen: readonly Chosen[];
  routes: readonly ScheduledRoute[];
  moves: Moves;
  close: () => void;
}) {
  const [first] = chosen;
  if (first === undefined) return null;
  const movable = chosen.filter(({ route, stop }) => route.can_edit_stops && isUnvisited(stop));
  const order_ids = [...new Set(movable.flatMap(({ stop }) => listOrderIds(stop)))];
  return (
    <section className="chosen-stop" aria-label="What is chosen">
      <div className="row apart nowrap">
        <span className="strong">
          {chosen.length === 1
            ? `Stop ${first.stop.seq} of ${routeName(first.route)}`
            : `${count(chosen.length, "stop")} of ${count(new Set(chosen.map(({ route }) => route.id)).size, "route")}`}
        </span>
        <CloseButton aria-label="Close" onClick={close} />
      </div>
      {chosen.length === 1 ? <OneStop {...first} /> : null}
      {order_ids.length > 0 ? (
        <Select
          aria-label="Move to another route"
          placeholder="Move to another route"
          searchable
          value={null}
          disabled={moves.busy}
          data={routes
            .filter(
              ({ id, can_edit_stops }) => can_edit_stops && !(chosen.length === 1 && id === first.route.id),
            )
            .map((other) => ({
              value: String(other.id),
              label: `${routeName(other)} (${other.stops_total})`,
            }))}
          onChange={(value) => {
            const other = routes.find(({ id }) => String(id) === value);
            if (other) moves.toRoute(order_ids, { id: other.id, name: routeName(other) });
          }}
        />
      ) : null}
    </section>
  );
}

function OneStop({ stop }: Chosen) {
  const times = useTimes();
  return (
    <>
      <ul className="stack tight">
        {stop.orders.map(({ id, name, status }) => (
          <li key={id} className="row apart nowrap">
            <Link to="/orders/$order_id" params={{ order_id: String(id) }} className="cut">
              {name || `Order ${id}`}
            </Link>
            <OrderState status={status} />
          </li>
        ))}
      </ul>
      <p className="dim small">
        {stop.orders[0]?.address}
        <br />
        Planned at {times.time(stop.planned_arrival_at)} · {times.window(stop.window_start, stop.window_end)}
      </p>
    </>
  );
}
