import { Button, useComputedColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { routeColour } from "../../../map/palette.ts";
import { duration, kilometres } from "../../../parts/format.ts";
import { Bar, Sheet } from "../../../parts/page.tsx";
import { driversQuery } from "../../fleet/drivers/queries.ts";
import type { PlannedRoute } from "./queries.ts";
import { text } from "./text.ts";

export function PlannedList({
  routes,
  chosen,
  choose,
  explain,
}: {
  routes: readonly PlannedRoute[];
  chosen: number | null;
  choose: (driver_id: number | null) => void;
  /** Shows why an order has its driver. */
  explain: (order_id: number) => void;
}) {
  const dark = useComputedColorScheme("light") === "dark";
  const drivers = useQuery(driversQuery).data?.drivers ?? [];
  return (
    <Sheet title={text.routes({ n: routes.length })} pad={false}>
      <ul className="list">
        {routes.map((route, index) => {
          const room = drivers.find(({ id }) => id === route.driver_id)?.vehicle?.capacity_units ?? null;
          return (
            <li key={route.driver_id}>
              <button
                type="button"
                className="list-row"
                aria-pressed={chosen === route.driver_id}
                aria-current={chosen === route.driver_id}
                onClick={() => choose(chosen === route.driver_id ? null : route.driver_id)}
              >
                <span className="swatch" style={{ background: routeColour(index, dark) }} aria-hidden />
                <span className="grow">
                  <span className="strong">{route.driver_name}</span>
                  <span className="row tight small dim num">
                    {text.planned.stops({ n: route.order_ids.length })} · {kilometres(route.distance_m)} ·{" "}
                    {duration(route.duration_s)}
                  </span>
                </span>
                <span style={{ width: 76 }} className="small num">
                  {room ? (
                    <Bar
                      value={route.load.units}
                      of={room}
                      label={text.planned.load({ units: route.load.units, room })}
                    />
                  ) : null}
                  <span className="dim">
                    {room ? `${route.load.units} / ${room}` : text.planned.units({ n: route.load.units })}
                  </span>
                </span>
              </button>
              {chosen === route.driver_id ? (
                <ol
                  className="row tight"
                  style={{ padding: "2px 14px 10px" }}
                  aria-label={text.choice.orders}
                >
                  {route.order_ids.map((order_id) => (
                    <li key={order_id}>
                      <Button
                        variant="default"
                        size="compact-xs"
                        aria-label={text.choice.why({ order_id })}
                        onClick={() => explain(order_id)}
                      >
                        {order_id}
                      </Button>
                    </li>
                  ))}
                </ol>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
