/** What is chosen: the details of one stop, or how many, and everything that can be done with them. */
import { Button, CloseButton, Select } from "@mantine/core";
import { type RefObject, useMemo, useState } from "react";
import { IconArrowLeft, IconArrowRight, IconRouteOff, IconSparkles } from "#icons";
import { RecordLink } from "../../../../parts/record-link.tsx";
import { useTimes } from "../../../../parts/times.ts";
import { OrderState } from "../../../orders/orders/order-state.tsx";
import type { ScheduledRoute } from "../../routes/queries.ts";
import { text } from "../text.ts";
import { type ChosenStop, listMovable, routeName, shiftedPosition } from "./movable-stops.ts";
import { type Moves, RefusedQuestion } from "./moves.tsx";
import { BestRoutes } from "./placements.tsx";

export function ChosenStops({
  date,
  chosen,
  waiting,
  routes,
  moves,
  picker,
  close,
}: {
  date: string;
  chosen: readonly ChosenStop[];
  /** Chosen orders that are on no route. */
  waiting: readonly { id: number; name: string }[];
  routes: readonly ScheduledRoute[];
  moves: Moves;
  /** The choice of a route, which the key `m` opens. */
  picker: RefObject<HTMLInputElement | null>;
  close: () => void;
}) {
  const [ranked, setRanked] = useState(false);
  const [first] = chosen;
  const one = chosen.length === 1 && waiting.length === 0 ? first : undefined;
  const own_id = one?.route.id;
  /** The routes as they were when the choice opened: those of a refetch would take the choice away. */
  const [offered, setOffered] = useState<readonly ScheduledRoute[] | null>(null);
  const data = useMemo(
    () =>
      (offered ?? routes)
        .filter(({ id, can_edit_stops }) => can_edit_stops && id !== own_id)
        .map((other) => ({
          value: String(other.id),
          label: text.chosen.route_option({ name: routeName(other), n: other.stops_total }),
        })),
    [offered, routes, own_id],
  );
  if (moves.refused !== null)
    return (
      <div className="chosen-stop">
        <RefusedQuestion moves={moves} />
      </div>
    );
  if (first === undefined && waiting.length === 0) return null;
  const order_ids = [...listMovable(chosen), ...waiting.map(({ id }) => id)];
  const routed = listMovable(chosen);
  const shift = (by: -1 | 1) => {
    const position = one && shiftedPosition(one, by);
    if (one && position)
      moves.move({ order_ids, to: { id: one.route.id, name: routeName(one.route) }, position });
  };
  return (
    <section className="chosen-stop" aria-label={text.chosen.title}>
      <div className="row apart nowrap">
        <span className="strong">{describe(chosen, waiting)}</span>
        <CloseButton aria-label={text.chosen.close} onClick={close} />
      </div>
      {one ? <OneStop {...one} /> : null}
      {order_ids.length > 0 ? (
        <>
          <Select
            ref={picker}
            aria-label={text.chosen.move}
            placeholder={text.chosen.move_key}
            searchable
            selectFirstOptionOnChange
            value={null}
            disabled={moves.busy}
            data={data}
            onDropdownOpen={() => setOffered(routes)}
            onDropdownClose={() => setOffered(null)}
            onChange={(value) => {
              const other = routes.find(({ id }) => String(id) === value);
              if (other) moves.move({ order_ids, to: { id: other.id, name: routeName(other) } });
            }}
          />
          <span className="row tight">
            {one ? (
              <>
                <Button
                  size="compact-xs"
                  variant="default"
                  leftSection={<IconArrowLeft size={12} />}
                  disabled={moves.busy || shiftedPosition(one, -1) === null}
                  onClick={() => shift(-1)}
                >
                  {text.chosen.earlier}
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  leftSection={<IconArrowRight size={12} />}
                  disabled={moves.busy || shiftedPosition(one, 1) === null}
                  onClick={() => shift(1)}
                >
                  {text.chosen.later}
                </Button>
              </>
            ) : null}
            {routed.length > 0 ? (
              <Button
                size="compact-xs"
                variant="default"
                leftSection={<IconRouteOff size={12} />}
                disabled={moves.busy}
                onClick={() => moves.move({ order_ids: routed, to: null })}
              >
                {text.chosen.take_off}
              </Button>
            ) : null}
            <Button
              size="compact-xs"
              variant={ranked ? "light" : "default"}
              leftSection={<IconSparkles size={12} />}
              aria-expanded={ranked}
              onClick={() => setRanked(!ranked)}
            >
              {text.chosen.best}
            </Button>
          </span>
          {ranked ? <BestRoutes date={date} order_ids={order_ids} move={moves.move} /> : null}
        </>
      ) : null}
    </section>
  );
}

function describe(chosen_stops: readonly ChosenStop[], waiting: readonly { name: string }[]): string {
  const [first] = chosen_stops;
  if (first === undefined)
    return waiting.length === 1 ? (waiting[0]?.name ?? "") : text.chosen.orders({ n: waiting.length });
  if (chosen_stops.length === 1 && waiting.length === 0)
    return text.chosen.stop_of({ seq: first.stop.seq, route: routeName(first.route) });
  const routes = new Set(chosen_stops.map(({ route }) => route.id)).size;
  return waiting.length === 0
    ? text.chosen.stops_of({ n: chosen_stops.length, on: routes })
    : text.chosen.stops_and_orders({ n: chosen_stops.length, on: routes, waiting: waiting.length });
}

function OneStop({ stop }: ChosenStop) {
  const times = useTimes();
  return (
    <>
      <ul className="stack tight">
        {stop.orders.map(({ id, name, status }) => (
          <li key={id} className="row apart nowrap">
            <RecordLink type="order" id={id} inherit className="cut">
              {name || text.order({ id })}
            </RecordLink>
            <OrderState status={status} />
          </li>
        ))}
      </ul>
      <p className="dim small">
        {stop.orders[0]?.address}
        <br />
        {text.chosen.planned_at({ time: times.time(stop.planned_arrival_at) })} ·{" "}
        {times.window(stop.window_start, stop.window_end)}
      </p>
    </>
  );
}
