// biome-ignore-all lint/a11y/useSemanticElements: a table cannot place its cells by time.
// biome-ignore-all lint/a11y/noStaticElementInteractions: the same.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys.
/** One route in the Gantt chart: who drives it and how full it is, then its stops over time. */

import { type MouseEvent, memo, type PointerEvent } from "react";
import { IconAlertTriangleFilled } from "#icons";
import { kilometres } from "../../../../parts/format.ts";
import { findLabel } from "../../../../parts/labels.ts";
import { LoadBar } from "../../../../parts/load-bar.tsx";
import { useTimes } from "../../../../parts/times.ts";
import type { ScheduledRoute, ScheduledStop } from "../../routes/queries.ts";
import { ROUTE_STATUS, STOP_STATUS } from "../../routes/status.ts";
import { text } from "../text.ts";
import { type DragControl, useDrag } from "./drag.ts";
import { listOrderIds, type Selection } from "./selection.ts";
import { type Axis, type Block, findGapX, isUnvisited, ROW_PX, toX } from "./timeline.ts";

interface RowProps {
  route: ScheduledRoute;
  row: number;
  colour: string;
  axis: Axis;
  blocks: readonly Block[];
  /** The part of the lane that is drawn, pixels. */
  view: { from: number; to: number };
  selection: Selection;
  control: DragControl;
}

export function getMode(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) {
  return event.ctrlKey || event.metaKey ? "toggle" : event.shiftKey ? "add" : "only";
}

export const GanttRow = memo(function GanttRow({
  route,
  row,
  colour,
  axis,
  blocks,
  view,
  selection,
  control,
}: RowProps) {
  const times = useTimes();
  const word = findLabel(ROUTE_STATUS, route.status);
  const is_chosen = selection.route_id === route.id;
  const start = route.actual_start_at ?? route.planned_start_at;
  const end = route.actual_end_at ?? route.planned_end_at;
  const onLane = (event: MouseEvent) => {
    const id = Number((event.target as HTMLElement).closest("[data-stop]")?.getAttribute("data-stop"));
    const stop = route.stops.find((one) => one.id === id);
    if (stop === undefined) selection.selectRoute(route.id);
    else selection.selectStop(stop, route.id, getMode(event));
  };
  const onPress = (event: PointerEvent) => {
    const id = Number((event.target as HTMLElement).closest("[data-stop]")?.getAttribute("data-stop"));
    const stop = route.stops.find((one) => one.id === id);
    // A finger scrolls; on a touch screen stops are moved by the list and the panel.
    if (stop === undefined || !route.can_edit_stops || !isUnvisited(stop) || event.pointerType === "touch")
      return;
    const stop_orders = listOrderIds(stop);
    control.begin(
      event,
      stop_orders.some((one) => selection.order_ids.has(one)) ? [...selection.order_ids] : stop_orders,
    );
  };
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={row + 2}
      className={is_chosen ? "gantt-row chosen" : "gantt-row"}
      data-route={route.id}
      style={{ top: row * ROW_PX, "--route": colour } as React.CSSProperties}
    >
      <div
        role="rowheader"
        tabIndex={-1}
        className="gantt-name"
        aria-selected={is_chosen}
        onClick={() => selection.selectRoute(is_chosen && selection.order_ids.size === 0 ? null : route.id)}
      >
        <span className="swatch" style={{ background: colour }} aria-hidden />
        <span className="grow">
          <span className="row tight nowrap">
            <span className="strong cut grow">{route.driver_name ?? route.number}</span>
            <span
              className={`state-dot tone-${word.tone} gantt-state`}
              role="img"
              aria-label={word.label}
              title={word.label}
            />
          </span>
          <span className="row tight nowrap small dim num">
            <span className="nowrap cut gantt-figures">
              {route.stops_total} · {kilometres(route.planned_distance_m)}
            </span>
            <LoadBar load={route.load} capacity={route.capacity} />
          </span>
        </span>
      </div>
      <div role="presentation" className="gantt-lane" onClick={onLane} onPointerDown={onPress}>
        {start !== null && end !== null ? (
          <span
            aria-hidden
            className="gantt-drive"
            style={{
              left: toX(axis, Date.parse(start)),
              width: Math.max(2, toX(axis, Date.parse(end)) - toX(axis, Date.parse(start))),
            }}
          />
        ) : null}
        {route.paused_at !== null ? (
          <span
            aria-hidden
            className="gantt-pause"
            title={text.gantt.paused}
            style={{ left: toX(axis, Date.parse(route.paused_at)) }}
          />
        ) : null}
        <DropMark route={route} blocks={blocks} control={control} />
        {blocks.map((block) =>
          block.x + block.width < view.from || block.x > view.to ? null : (
            <StopBlock
              key={block.stop.id}
              block={block}
              axis={axis}
              is_chosen={block.stop.orders.some(({ id }) => selection.order_ids.has(id))}
              is_active={selection.stop_id === block.stop.id}
              label={describeStop(block.stop, route, times.time)}
            />
          ),
        )}
      </div>
    </div>
  );
});

/** Where what is dragged would be inserted, and whether the route can take it. */
function DropMark({
  route,
  blocks,
  control,
}: {
  route: ScheduledRoute;
  blocks: readonly Block[];
  control: DragControl;
}) {
  const drag = useDrag(control);
  const target = drag?.target;
  if (!drag || !target || target === "off" || target.route_id !== route.id) return null;
  const moved = new Set(drag.order_ids);
  const moving = new Set(
    route.stops.filter(({ orders }) => orders.some(({ id }) => moved.has(id))).map(({ id }) => id),
  );
  const is_bad = !route.can_edit_stops || drag.preview?.is_possible === false;
  return (
    <>
      <span aria-hidden className={is_bad ? "drop-row bad" : "drop-row"} />
      {target.position === undefined ? null : (
        <span
          aria-hidden
          className={is_bad ? "drop-mark bad" : "drop-mark"}
          style={{ left: findGapX(blocks, target.position, moving) }}
        />
      )}
    </>
  );
}

const TONES: Partial<Record<ScheduledStop["status"], string>> = Object.fromEntries(
  Object.entries(STOP_STATUS).map(([status, { tone }]) => [status, tone]),
);

function StopBlock({
  block: { stop, x, width, wait_x, is_numbered },
  axis,
  is_chosen,
  is_active,
  label,
}: {
  block: Block;
  axis: Axis;
  is_chosen: boolean;
  is_active: boolean;
  label: string;
}) {
  const open = stop.window_start === null ? null : toX(axis, Date.parse(stop.window_start));
  const close = stop.window_end === null ? null : toX(axis, Date.parse(stop.window_end));
  const tone = `tone-${TONES[stop.status] ?? "grey"}`;
  const state = stop.status === "PENDING" ? "" : ` visited ${tone}`;
  const classes = `gantt-stop${state}${stop.late ? " late" : ""}${is_chosen ? " chosen" : ""}${is_active ? " active" : ""}`;
  return (
    <>
      {is_chosen && (open !== null || close !== null) ? (
        <span
          aria-hidden
          className="gantt-window"
          style={{
            left: Math.max(0, open ?? 0),
            ...(close === null ? { right: 0 } : { width: Math.max(2, close - Math.max(0, open ?? 0)) }),
          }}
        />
      ) : null}
      {wait_x === null ? null : (
        <span aria-hidden className="gantt-wait" style={{ left: wait_x, width: Math.max(0, x - wait_x) }} />
      )}
      <span
        id={`gantt-stop-${stop.id}`}
        role="gridcell"
        tabIndex={-1}
        aria-selected={is_chosen}
        aria-label={label}
        title={label}
        data-stop={stop.id}
        className={classes}
        style={{ left: x, width }}
      >
        {stop.late && width > 34 ? <IconAlertTriangleFilled size={10} aria-hidden /> : null}
        {is_numbered ? stop.seq : null}
      </span>
    </>
  );
}

function describeStop(
  stop: ScheduledStop,
  route: ScheduledRoute,
  time: (at: string | null) => string,
): string {
  const first = stop.orders[0];
  const name = first?.name || text.gantt.no_order;
  return (stop.late ? text.gantt.late_stop : text.gantt.stop)({
    seq: stop.seq,
    route: route.driver_name ?? route.number,
    order: stop.orders.length > 1 ? text.gantt.and_more({ name, n: stop.orders.length - 1 }) : name,
    time: time(stop.done_at ?? stop.arrived_at ?? stop.planned_arrival_at),
  });
}
