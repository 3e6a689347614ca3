/** Manual editing of the day's routes: moving stops between them, resequencing, releasing. */
import { Button, useComputedColorScheme } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { client as service } from "../../../api/client.ts";
import { type RouteDetail, type RouteSummary, routeQuery } from "../../../api/routes.ts";
import { depotQuery } from "../../../api/settings.ts";
import { BaseMap } from "../../../map/map.tsx";
import { routeColour } from "../../../map/palette.ts";
import type { MapLine, MapPin, MapStop } from "../../../map/shapes.ts";
import { count, kilometres } from "../../../parts/format.ts";
import { humanizeCodes } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { failed, notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { ChosenStop } from "./chosen-stop.tsx";
import { useMoves } from "./moves.ts";
import { RouteRow } from "./route-row.tsx";

export function Board({ date, routes }: { date: string; routes: readonly RouteSummary[] }) {
  const dark = useComputedColorScheme("light") === "dark";
  const depot = useQuery({ ...depotQuery, retry: false }).data;
  const [chosen, setChosen] = useState<number | null>(null);
  const [stop, setStop] = useState<number | null>(null);
  // Choosing a route in the list moves the map to it; choosing one on the map does not move the view.
  const [zoomed, setZoomed] = useState<number | null>(null);
  const moves = useMoves();
  const { details, waiting } = useQueries({
    queries: routes.map(({ id }) => routeQuery(id)),
    combine: (results) => ({
      details: results.flatMap(({ data }) => (data ? [data] : [])),
      waiting: results.some(({ isPending }) => isPending),
    }),
  });
  const colours = useMemo(
    () => new Map(routes.map(({ id }, index) => [id, routeColour(index, dark)])),
    [routes, dark],
  );
  const { lines, stops, pins } = useMemo(
    () => drawn(details, colours, depot ?? null),
    [details, colours, depot],
  );
  const held = details.find((route) => route.stops.some((one) => one.id === stop));
  const total_m = routes.reduce((sum, route) => sum + route.planned_distance_m, 0);

  return (
    <div className="fill-split">
      <div className="scroll stack">
        <Sheet
          pad={false}
          title={
            <span className="num">
              {count(routes.length, "route")} <span className="dim">· {kilometres(total_m)}</span>
            </span>
          }
          actions={<ReleaseAll date={date} routes={routes} />}
        >
          <ul className="list">
            {routes.map((route) => (
              <RouteRow
                key={route.id}
                route={route}
                detail={details.find(({ id }) => id === route.id)}
                colour={colours.get(route.id) ?? "gray"}
                opened={chosen === route.id}
                toggle={() => {
                  const next = chosen === route.id ? null : route.id;
                  setChosen(next);
                  setZoomed(next);
                  setStop(null);
                }}
                others={routes}
                chosen_stop={stop}
                chooseStop={setStop}
                moves={moves}
              />
            ))}
          </ul>
        </Sheet>
      </div>
      <div style={{ position: "relative", minHeight: 0 }} className="map-side">
        <BaseMap
          label="Routes of the day"
          waiting={waiting}
          lines={lines}
          stops={stops}
          pins={pins}
          route={chosen}
          stop={stop}
          fit={`${date}${details.length === routes.length}${zoomed ?? ""}`}
          onStop={(id) => {
            setStop(id);
            const owner = details.find((route) => route.stops.some((one) => one.id === id));
            setChosen(owner?.id ?? null);
          }}
        />
        {stop !== null && held ? (
          <ChosenStop route={held} stop_id={stop} routes={routes} moves={moves} close={() => setStop(null)} />
        ) : null}
      </div>
    </div>
  );
}

function drawn(
  details: readonly RouteDetail[],
  colours: ReadonlyMap<number, string>,
  depot: { lat: number; lng: number; title: string } | null,
) {
  const lines = details.map(
    (route): MapLine => ({
      id: route.id,
      colour: colours.get(route.id) ?? "gray",
      points: route.path.map(({ lat, lng }) => [lng, lat]),
    }),
  );
  const stops = details.flatMap((route) =>
    route.stops.map(
      (stop): MapStop => ({
        id: stop.id,
        lat: stop.lat,
        lng: stop.lng,
        route: route.id,
        colour: colours.get(route.id) ?? "gray",
        title: `${route.driver_name ?? route.number}, stop ${stop.seq}: ${stop.tasks[0]?.order?.name ?? ""}`,
        faint: stop.status === "DONE",
      }),
    ),
  );
  const starts = new Map(
    details.flatMap(({ start_warehouse_id, start_place: { lat, lng, name } }) =>
      typeof lat === "number" && typeof lng === "number"
        ? [[start_warehouse_id ?? `${lat} ${lng}`, { lat, lng, title: name ?? "Warehouse" }] as const]
        : [],
    ),
  );
  const home: MapPin[] = depot ? [{ id: "depot", kind: "depot", ...depot }] : [];
  const pins =
    starts.size === 0
      ? home
      : [...starts].map(([id, start]): MapPin => ({ id: `start ${id}`, kind: "depot", ...start }));
  return { lines, stops, pins };
}

function ReleaseAll({ date, routes }: { date: string; routes: readonly RouteSummary[] }) {
  const client = useQueryClient();
  const ready = routes.filter(({ can_release }) => can_release).length;
  const release = useMutation({
    mutationFn: () => service.clientRoutesRelease({ date }),
    onError: (error) => failed(error, "Nothing was released"),
    onSuccess: ({ done: released, failed: refused, errors }) => {
      void client.invalidateQueries({ queryKey: ["routes"] });
      void client.invalidateQueries({ queryKey: ["orders"] });
      const why = errors[0]?.message;
      if (refused > 0) notifyWarning(`${released} released, ${refused} not. ${humanizeCodes(why ?? "")}`);
      else notifySuccess(`${count(released, "route")} released to the drivers.`);
    },
  });
  if (ready === 0) return <span className="dim small">Nothing to release</span>;
  return (
    <Button
      size="xs"
      leftSection={<IconSend size={14} />}
      loading={release.isPending}
      onClick={() => release.mutate()}
    >
      Release {ready}
    </Button>
  );
}
