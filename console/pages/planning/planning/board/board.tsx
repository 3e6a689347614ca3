/** The dispatch board: the day's routes over time or as a list, beside their map. One choice for all of them. */
import { ActionIcon, Button, SegmentedControl, Tooltip, useComputedColorScheme } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { IconArrowBackUp, IconArrowForwardUp, IconHistory, IconLasso, IconSend } from "#icons";
import { client as service } from "../../../../api/client.ts";
import { BaseMap } from "../../../../map/map.tsx";
import { routeColour } from "../../../../map/palette.ts";
import type { MapHandle, MapLine, MapPin, MapStop } from "../../../../map/shapes.ts";
import { humanizeCodes } from "../../../../parts/codes/codes.ts";
import { kilometres } from "../../../../parts/format.ts";
import { Loaded } from "../../../../parts/states.tsx";
import { notifyFailure, notifySuccess, notifyWarning } from "../../../../parts/toast.ts";
import { useNow } from "../../../../parts/use-now.ts";
import { useDepot } from "../../../identity/settings/queries.ts";
import { type RouteSchedule, type ScheduledRoute, scheduleQuery } from "../../routes/queries.ts";
import { text } from "../text.ts";
import { ChangeLog } from "./change-log.tsx";
import { ChosenStops } from "./chosen-stops.tsx";
import { useDragControl } from "./drag.ts";
import { DragPreview } from "./drag-preview.tsx";
import { Gantt } from "./gantt.tsx";
import { getMode } from "./gantt-row.tsx";
import { findNext } from "./history.ts";
import { listMovable, routeName, shiftedPosition } from "./movable-stops.ts";
import { useMoves } from "./moves.tsx";
import { RouteList } from "./route-list.tsx";
import { listChosenStops, listOrderIds, useSelection } from "./selection.ts";
import type { Block } from "./timeline.ts";
import { describeStep, StuckStep } from "./undo.tsx";
import { UnplannedOrders, unplannedQuery } from "./unplanned-orders.tsx";
import "./board.css";

export function Board({ date }: { date: string }) {
  const query = useQuery(scheduleQuery(date));
  return (
    <Loaded query={query}>{(schedule) => <DayBoard key={date} date={date} schedule={schedule} />}</Loaded>
  );
}

function DayBoard({ date, schedule }: { date: string; schedule: RouteSchedule }) {
  const dark = useComputedColorScheme("light") === "dark";
  const narrow = useMediaQuery("(max-width: 960px)", undefined, { getInitialValueInEffect: false });
  const { depot } = useDepot();
  const selection = useSelection();
  const moves = useMoves(date);
  const now = useNow();
  const [view, setView] = useState<"time" | "list">("time");
  const current_view = narrow ? "list" : view;
  const { routes } = schedule;
  const colours = useMemo(
    () => new Map(routes.map(({ id }, index) => [id, routeColour(index, dark)])),
    [routes, dark],
  );
  const { lines, stops, pins } = useMemo(
    () => drawRoutes(routes, colours, depot ?? null),
    [routes, colours, depot],
  );
  const chosen_stops = useMemo(
    () => listChosenStops(routes, selection.order_ids),
    [routes, selection.order_ids],
  );
  const chosen_ids = useMemo(() => chosen_stops.map(({ stop }) => stop.id), [chosen_stops]);
  const waiting_orders = useQuery(unplannedQuery(date)).data?.orders;
  const waiting = useMemo(
    () => (waiting_orders ?? []).filter(({ id }) => selection.order_ids.has(id)),
    [waiting_orders, selection.order_ids],
  );
  const picker = useRef<HTMLInputElement>(null);
  const layouts = useRef<ReadonlyMap<number, readonly Block[]>>(new Map());
  const map = useRef<MapHandle>(null);
  const [lasso, setLasso] = useState(false);
  const [log, { open: openLog, close: closeLog }] = useDisclosure(false);
  const control = useDragControl({
    routes,
    layouts,
    routeAt: (x, y) => map.current?.routeAt(x, y) ?? null,
    drop(order_ids, target) {
      const routed = new Set(routes.flatMap(({ stops }) => stops.flatMap(listOrderIds)));
      const off = order_ids.filter((id) => routed.has(id));
      if (target === "off") {
        if (off.length > 0) moves.move({ order_ids: off, to: null });
        return;
      }
      const route = routes.find(({ id }) => id === target.route_id);
      if (route)
        moves.move({ order_ids, to: { id: route.id, name: routeName(route) }, position: target.position });
    },
  });
  const onCommand = (command: "move" | "off" | "earlier" | "later") => {
    const order_ids = listMovable(chosen_stops);
    const [one] = chosen_stops;
    if (command === "move") picker.current?.focus();
    else if (order_ids.length === 0 || moves.busy) return;
    else if (command === "off") moves.move({ order_ids, to: null });
    else if (one !== undefined && chosen_stops.length === 1) {
      const position = shiftedPosition(one, command === "earlier" ? -1 : 1);
      if (position !== null)
        moves.move({ order_ids, to: { id: one.route.id, name: routeName(one.route) }, position });
    }
  };
  const { undo } = moves;
  const [undo_next, redo_next] = [findNext(undo.history, "undo"), findNext(undo.history, "redo")];
  const total_m = routes.reduce((sum, route) => sum + route.planned_distance_m, 0);

  return (
    <div className="board">
      <div className="board-bar row">
        <span className="num">
          {text.board.routes({ n: routes.length })} <span className="dim">· {kilometres(total_m)}</span>
        </span>
        <span className="grow" />
        <HistoryButton
          label={undo_next ? text.board.undo_step({ step: describeStep(undo_next) }) : text.board.undo}
          disabled={moves.busy || undo_next === undefined}
          act={() => undo.revert("undo")}
          steps={undo.history.done.length}
        >
          <IconArrowBackUp size={16} />
        </HistoryButton>
        <HistoryButton
          label={redo_next ? text.board.redo_step({ step: describeStep(redo_next) }) : text.board.redo}
          disabled={moves.busy || redo_next === undefined}
          act={() => undo.revert("redo")}
          steps={undo.history.undone.length}
        >
          <IconArrowForwardUp size={16} />
        </HistoryButton>
        <HistoryButton label={text.board.changes} disabled={false} act={openLog}>
          <IconHistory size={16} />
        </HistoryButton>
        {narrow ? null : (
          <SegmentedControl
            size="xs"
            aria-label={text.board.form}
            value={view}
            onChange={(value) => setView(value as typeof view)}
            data={[
              { value: "time", label: text.board.timeline },
              { value: "list", label: text.board.list },
            ]}
          />
        )}
        <ReleaseAll date={date} routes={routes} />
      </div>
      <StuckStep undo={undo} routes={routes} />
      <div className={current_view === "time" ? "board-split" : "fill-split"}>
        {current_view === "time" ? (
          <div className="board-left">
            <Gantt
              {...{ schedule, routes, colours, selection, now, control, onCommand }}
              layouts_ref={layouts}
            />
            <UnplannedOrders {...{ date, selection, control }} />
          </div>
        ) : (
          <section className="sheet scroll" aria-label={text.board.list_label}>
            <RouteList {...{ routes, colours, selection, moves }} />
            {narrow ? <UnplannedOrders {...{ date, selection, control }} /> : null}
          </section>
        )}
        <div className="map-side">
          <BaseMap
            label={text.board.map}
            handle={map}
            lasso={lasso}
            onLasso={(ids, more) => {
              setLasso(false);
              const inside = new Set(ids);
              const caught = routes.flatMap((route) => route.stops.filter(({ id }) => inside.has(id)));
              selection.selectOrders(caught.flatMap(listOrderIds), more ? "add" : "only");
            }}
            onStopPress={(id, event) => {
              const stop = routes.flatMap((route) => route.stops).find((one) => one.id === id);
              if (stop === undefined) return;
              const stop_orders = listOrderIds(stop);
              control.begin(
                event,
                stop_orders.some((one) => selection.order_ids.has(one))
                  ? [...selection.order_ids]
                  : stop_orders,
              );
            }}
            lines={lines}
            stops={stops}
            pins={pins}
            route={selection.route_id}
            stop={selection.stop_id}
            fit={`${date}${selection.stop_id === null ? (selection.route_id ?? "") : ""}`}
            chosen={chosen_ids}
            onStop={(id, event) => {
              const route = routes.find((one) => one.stops.some((stop) => stop.id === id));
              const stop = route?.stops.find((one) => one.id === id);
              if (route && stop) selection.selectStop(stop, route.id, getMode(event));
            }}
          />
          <Tooltip label={text.board.lasso}>
            <ActionIcon
              className="lasso-button"
              variant={lasso ? "filled" : "default"}
              size={30}
              aria-label={text.board.lasso}
              aria-pressed={lasso}
              onClick={() => setLasso(!lasso)}
            >
              <IconLasso size={16} />
            </ActionIcon>
          </Tooltip>
          <ChosenStops
            {...{ date, chosen: chosen_stops, waiting, routes, moves, picker }}
            close={selection.clear}
          />
        </div>
      </div>
      <DragPreview control={control} routes={routes} />
      <ChangeLog date={date} opened={log} close={closeLog} />
    </div>
  );
}

function HistoryButton({
  label,
  disabled,
  act,
  steps,
  children,
}: {
  label: string;
  disabled: boolean;
  act: () => void;
  /** How many steps it can take. */
  steps?: number;
  children: React.ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={label}
        disabled={disabled}
        data-steps={steps}
        onClick={act}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function drawRoutes(
  routes: readonly ScheduledRoute[],
  colours: ReadonlyMap<number, string>,
  depot: { lat: number; lng: number; title: string } | null,
) {
  const getColour = (id: number) => colours.get(id) ?? "gray";
  const lines = routes.map(({ id, start, end, stops }): MapLine => {
    const points = stops.length === 0 ? [] : [start, ...stops, end].flatMap((point) => point ?? []);
    return { id, colour: getColour(id), points: points.map(({ lat, lng }) => [lng, lat]) };
  });
  const stops = routes.flatMap((route) =>
    route.stops.map(
      (stop): MapStop => ({
        id: stop.id,
        lat: stop.lat,
        lng: stop.lng,
        route: route.id,
        colour: getColour(route.id),
        number: stop.seq,
        title: text.board.stop_pin({
          route: routeName(route),
          seq: stop.seq,
          name: stop.orders[0]?.name ?? "",
        }),
        faint: stop.status === "DONE",
      }),
    ),
  );
  const starts = new Map(
    routes.flatMap(({ start, start_warehouse_id }) =>
      start === null
        ? []
        : [
            [
              start_warehouse_id ?? `${start.lat} ${start.lng}`,
              { lat: start.lat, lng: start.lng, title: start.name || text.board.warehouse },
            ] as const,
          ],
    ),
  );
  const home: MapPin[] = depot ? [{ id: "depot", kind: "depot", ...depot }] : [];
  const pins =
    starts.size === 0
      ? home
      : [...starts].map(([id, start]): MapPin => ({ id: `start ${id}`, kind: "depot", ...start }));
  return { lines, stops, pins };
}

function ReleaseAll({ date, routes }: { date: string; routes: readonly ScheduledRoute[] }) {
  const client = useQueryClient();
  const ready = routes.filter(({ can_release }) => can_release).length;
  const release = useMutation({
    mutationFn: () => service.clientRoutesRelease({ date }),
    onError: (error) => notifyFailure(error, text.board.not_released),
    onSuccess: ({ done: released, failed: refused, errors }) => {
      void client.invalidateQueries({ queryKey: ["routes"] });
      void client.invalidateQueries({ queryKey: ["orders"] });
      const why = errors[0]?.message;
      if (refused > 0)
        notifyWarning(text.board.partly_released({ n: released, refused, why: humanizeCodes(why ?? "") }));
      else notifySuccess(text.board.released({ n: released }));
    },
  });
  if (ready === 0) return <span className="dim small">{text.board.nothing_to_release}</span>;
  return (
    <Button
      size="xs"
      leftSection={<IconSend size={14} />}
      loading={release.isPending}
      onClick={() => release.mutate()}
    >
      {text.board.release({ n: ready })}
    </Button>
  );
}
