import { useComputedColorScheme } from "@mantine/core";
import { useMemo } from "react";
import { BaseMap } from "../../../map/map.tsx";
import { routeColour } from "../../../map/palette.ts";
import type { MapLine, MapPin, MapStop } from "../../../map/shapes.ts";
import { useDepot } from "../../identity/settings/queries.ts";
import { useWarehouses } from "../../warehouse/warehouses/queries.ts";
import { isRunning, type PlanRun } from "./queries.ts";
import { text } from "./text.ts";

const EARTH_M = 6_371_000;

/** Straight-line metres along points given as [lat, lng]. */
export function straightLineMetres(points: readonly (readonly number[])[]): number {
  const radians = Math.PI / 180;
  let sum = 0;
  for (let at = 1; at < points.length; at += 1) {
    const [lat1 = 0, lng1 = 0] = points[at - 1] ?? [];
    const [lat2 = 0, lng2 = 0] = points[at] ?? [];
    const x = (lng2 - lng1) * radians * Math.cos(((lat1 + lat2) / 2) * radians);
    sum += EARTH_M * Math.hypot(x, (lat2 - lat1) * radians);
  }
  return sum;
}

/**
 * The best plan so far while the planner runs, the final plan afterwards. A route is named after its driver.
 */
export function RunMap({ run, chosen }: { run: PlanRun; chosen: number | null }) {
  const dark = useComputedColorScheme("light") === "dark";
  const { depot } = useDepot();
  const warehouses = useWarehouses();
  const names = useMemo(() => new Map(warehouses.map(({ id, name }) => [id, name])), [warehouses]);
  const visible_routes = useMemo(() => {
    if (isRunning(run)) {
      return (run.progress?.routes ?? []).map(({ driver_id, order_ids, path }) => ({
        driver_id,
        points: path.map(([lat = 0, lng = 0]): [number, number] => [lng, lat]),
        stops: path
          .slice(1, -1)
          .map(([lat = 0, lng = 0], at) => ({ order_id: order_ids[at] ?? 0, lat, lng, title: "" })),
      }));
    }
    return run.routes.map(({ driver_id, driver_name, start, stops }) => ({
      driver_id,
      points: [...(start ? [start] : []), ...stops, ...(start ? [start] : [])].map(
        ({ lat, lng }): [number, number] => [lng, lat],
      ),
      stops: stops.map(({ order_id, lat, lng, seq }) => ({
        order_id,
        lat,
        lng,
        title: text.run.stop_of({ driver: driver_name, seq }),
      })),
    }));
  }, [run]);
  const lines = useMemo<MapLine[]>(
    () =>
      visible_routes.map(({ driver_id, points }, index) => ({
        id: driver_id,
        colour: routeColour(index, dark),
        points,
      })),
    [visible_routes, dark],
  );
  const stops = useMemo<MapStop[]>(
    () =>
      visible_routes.flatMap((route, index) =>
        route.stops.map(({ order_id, lat, lng, title }) => ({
          id: order_id,
          lat,
          lng,
          title: title || text.order({ id: order_id }),
          colour: routeColour(index, dark),
          route: route.driver_id,
        })),
      ),
    [visible_routes, dark],
  );
  const pins = useMemo(() => {
    const home: MapPin[] = depot ? [{ id: "depot", kind: "depot", ...depot }] : [];
    const starts = new Map(
      run.routes.flatMap(({ start, start_warehouse_id: id }) => (start && id ? [[id, start] as const] : [])),
    );
    const others = [...starts].map(
      ([id, start]): MapPin => ({
        id: `start ${id}`,
        kind: "depot",
        ...start,
        title: names.get(id) ?? text.run.warehouse,
      }),
    );
    return others.length > 0 ? others : home;
  }, [depot, run, names]);
  return (
    <BaseMap
      label={text.run.map}
      lines={lines}
      stops={stops}
      pins={pins}
      route={chosen}
      fit={`${stops.length > 0}${chosen ?? ""}`}
    />
  );
}
