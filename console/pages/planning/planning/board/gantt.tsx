// biome-ignore-all lint/a11y/useSemanticElements: a table cannot place its cells by time.
/**
 * The routes of a day over time: a row for each, its stops as blocks. Only rows and blocks in view are drawn.
 *
 * The chart is one stop for the keyboard: arrow keys move between stops, the row that is drawn follows.
 */
import { ActionIcon, Tooltip } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { IconMinus, IconPlus } from "#icons";
import { useTimes } from "../../../../parts/times.ts";
import type { RouteSchedule, ScheduledRoute } from "../../routes/queries.ts";
import { text } from "../text.ts";
import type { DragControl } from "./drag.ts";
import { GanttRow } from "./gantt-row.tsx";
import { findNeighbour, type Step } from "./neighbour.ts";
import { listOrderIds, type Selection } from "./selection.ts";
import {
  type Axis,
  type Block,
  chooseScale,
  computeRange,
  computeWidth,
  findVisibleRows,
  fitScale,
  layOutBlocks,
  listTicks,
  ROW_PX,
  toX,
} from "./timeline.ts";

const HEAD_PX = 30;
const ZOOM = 1.5;
const SCALE_MAX = 40;

const STEPS: Record<string, Step> = {
  ArrowLeft: "before",
  ArrowRight: "after",
  ArrowUp: "above",
  ArrowDown: "below",
  Home: "first",
  End: "last",
};

export interface GanttProps {
  schedule: RouteSchedule;
  routes: readonly ScheduledRoute[];
  colours: ReadonlyMap<number, string>;
  selection: Selection;
  /** Milliseconds. */
  now: number;
  control: DragControl;
  /** Where blocks are, for what is dropped between them. */
  layouts_ref: RefObject<ReadonlyMap<number, readonly Block[]>>;
  /** Keys that do something with the chosen stops. */
  onCommand: (command: "move" | "off" | "earlier" | "later") => void;
}

export function Gantt({
  schedule,
  routes,
  colours,
  selection,
  now,
  control,
  layouts_ref,
  onCommand,
}: GanttProps) {
  const times = useTimes();
  const { ref: measured, width: full_width, height } = useElementSize<HTMLDivElement>();
  const scroller = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState({ top: 0, left: 0 });
  const name_px = full_width > 0 && full_width < 560 ? 132 : 212;
  const width = Math.max(0, full_width - name_px);
  const range = useMemo(() => computeRange(schedule.shift, routes), [schedule.shift, routes]);
  const usual = useMemo(() => chooseScale(range, routes, width), [range, routes, width]);
  const [chosen_scale, setScale] = useState<number | null>(null);
  const least = fitScale(range, width);
  const axis: Axis = useMemo(
    () => ({ ...range, px_per_min: Math.max(least, chosen_scale ?? usual) }),
    [range, least, chosen_scale, usual],
  );
  const layouts = useMemo(() => layOutRoutes(axis, routes), [axis, routes]);
  layouts_ref.current = layouts;
  const lane_px = Math.round(computeWidth(axis));
  const rows = findVisibleRows({ top: scrolled.top, height: height || 600 }, ROW_PX, routes.length);
  const view = { from: scrolled.left - 200, to: scrolled.left + width + 200 };
  const ticks = listTicks(axis);
  const hour_px = axis.px_per_min * 60;

  useScrollIntoView(scroller, { selection, routes, axis, name_px, layouts });
  useFirstScroll(scroller, axis, routes, now);

  const zoom = (by: number) => {
    const element = scroller.current;
    const next = Math.min(SCALE_MAX, Math.max(least, axis.px_per_min * by));
    if (element !== null) {
      const middle = (element.scrollLeft + width / 2) / axis.px_per_min;
      requestAnimationFrame(() => element.scrollTo({ left: middle * next - width / 2 }));
    }
    setScale(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const next = findNeighbour(routes, selection.stop_id, step, selection.route_id);
      event.preventDefault();
      if (next !== undefined) selection.selectStop(next.stop, next.route.id, event.shiftKey ? "add" : "only");
    } else if (event.key === " ") {
      const at = findNeighbour(routes, selection.stop_id, "same", selection.route_id);
      event.preventDefault();
      if (at !== undefined) selection.selectOrders(listOrderIds(at.stop), "toggle");
    } else if (event.altKey && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      event.preventDefault();
      onCommand(event.key === "ArrowLeft" ? "earlier" : "later");
    } else if (event.key === "m" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      onCommand("move");
    } else if (event.key === "Delete" || event.key === "Backspace") onCommand("off");
    else if (event.key === "+" || event.key === "=") zoom(ZOOM);
    else if (event.key === "-") zoom(1 / ZOOM);
    else if (event.key === "Escape" && selection.order_ids.size > 0) selection.clear();
  };

  return (
    <section className="sheet gantt-sheet" aria-label={text.gantt.schedule}>
      <div className="gantt-tools">
        <Tooltip label={text.gantt.less_time}>
          <ActionIcon variant="default" size="md" aria-label={text.gantt.zoom_in} onClick={() => zoom(ZOOM)}>
            <IconPlus size={14} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={text.gantt.more_time}>
          <ActionIcon
            variant="default"
            size="md"
            aria-label={text.gantt.zoom_out}
            disabled={axis.px_per_min <= least * 1.001}
            onClick={() => zoom(1 / ZOOM)}
          >
            <IconMinus size={14} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className="gantt-measure" ref={measured}>
        <div
          ref={scroller}
          className="gantt"
          role="grid"
          tabIndex={0}
          aria-label={text.gantt.label}
          aria-multiselectable
          aria-rowcount={routes.length + 1}
          aria-activedescendant={selection.stop_id === null ? undefined : `gantt-stop-${selection.stop_id}`}
          onKeyDown={onKeyDown}
          onScroll={({ currentTarget }) => {
            const next = {
              top: Math.round(currentTarget.scrollTop / ROW_PX) * ROW_PX,
              left: Math.round(currentTarget.scrollLeft / 100) * 100,
            };
            setScrolled((before) => (before.top === next.top && before.left === next.left ? before : next));
          }}
          style={
            {
              "--name": `${name_px}px`,
              "--hour": `${hour_px}px`,
              "--row": `${ROW_PX}px`,
            } as React.CSSProperties
          }
        >
          <div
            role="row"
            tabIndex={-1}
            aria-rowindex={1}
            className="gantt-head"
            style={{ width: name_px + lane_px, height: HEAD_PX }}
          >
            <span role="columnheader" tabIndex={-1} className="gantt-name">
              <span className="dim small num">{text.board.routes({ n: routes.length })}</span>
            </span>
            <span role="columnheader" tabIndex={-1} className="gantt-ticks">
              <span className="sr">{text.gantt.stops}</span>
              {ticks.map((tick) => (
                <span
                  key={tick}
                  aria-hidden
                  className="gantt-tick num"
                  style={{ transform: `translateX(${toX(axis, tick)}px)` }}
                >
                  {times.time(new Date(tick).toISOString())}
                </span>
              ))}
            </span>
          </div>
          <div
            role="rowgroup"
            className="gantt-rows"
            style={{ height: routes.length * ROW_PX, width: name_px + lane_px }}
          >
            <Shades axis={axis} shift={schedule.shift} now={now} name_px={name_px} />
            {routes.slice(rows.from, rows.to).map((route, index) => (
              <GanttRow
                key={route.id}
                route={route}
                row={rows.from + index}
                colour={colours.get(route.id) ?? "gray"}
                axis={axis}
                blocks={layouts.get(route.id) ?? []}
                view={view}
                selection={selection}
                control={control}
              />
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

/** Blocks by route; those of routes that did not change are kept while the axis stays. */
function layOutRoutes(axis: Axis, routes: readonly ScheduledRoute[]) {
  return new Map(routes.map((route) => [route.id, layOutBlocks(axis, route.stops)]));
}

/** What lies outside of the shift, and the line of the present. */
function Shades({
  axis,
  shift,
  now,
  name_px,
}: {
  axis: Axis;
  shift: { start: string; end: string };
  now: number;
  name_px: number;
}) {
  const [from, to] = [toX(axis, Date.parse(shift.start)), toX(axis, Date.parse(shift.end))];
  const here = now >= axis.start && now <= axis.end;
  return (
    <div aria-hidden className="gantt-shades" style={{ left: name_px, width: computeWidth(axis) }}>
      {from > 0 ? <span className="gantt-off" style={{ left: 0, width: from }} /> : null}
      {to < computeWidth(axis) ? <span className="gantt-off" style={{ left: to, right: 0 }} /> : null}
      {here ? <span className="gantt-now" style={{ left: toX(axis, now) }} /> : null}
    </div>
  );
}

/** Scrolls to the stop that the keyboard is at, or the chosen route. */
function useScrollIntoView(
  scroller: RefObject<HTMLDivElement | null>,
  {
    selection: { stop_id, route_id },
    routes,
    layouts,
    name_px,
  }: {
    selection: Selection;
    routes: readonly ScheduledRoute[];
    axis: Axis;
    name_px: number;
    layouts: ReturnType<typeof layOutRoutes>;
  },
): void {
  const latest = useRef({ routes, layouts, name_px });
  latest.current = { routes, layouts, name_px };
  useEffect(() => {
    const element = scroller.current;
    if (element === null || (stop_id === null && route_id === null)) return;
    const now = latest.current;
    const row = now.routes.findIndex(({ id, stops }) =>
      stop_id === null ? id === route_id : stops.some((stop) => stop.id === stop_id),
    );
    const route = now.routes[row];
    if (route === undefined) return;
    const [top, bottom] = [row * ROW_PX, (row + 1) * ROW_PX + HEAD_PX];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom - element.clientHeight;
    const block = now.layouts.get(route.id)?.find(({ stop }) => stop.id === stop_id);
    if (block === undefined) return;
    const width = element.clientWidth - now.name_px;
    if (block.x < element.scrollLeft + 8) element.scrollLeft = block.x - 40;
    else if (block.x + block.width > element.scrollLeft + width - 8)
      element.scrollLeft = block.x + block.width - width + 40;
  }, [scroller, stop_id, route_id]);
}

/** Begins a little before now, or where the first route starts. */
function useFirstScroll(
  scroller: RefObject<HTMLDivElement | null>,
  axis: Axis,
  routes: readonly ScheduledRoute[],
  now: number,
): void {
  const is_scrolled = useRef(false);
  useEffect(() => {
    const element = scroller.current;
    if (is_scrolled.current || element === null || routes.length === 0) return;
    is_scrolled.current = true;
    const starts = routes.flatMap(({ planned_start_at }) =>
      planned_start_at === null ? [] : [Date.parse(planned_start_at)],
    );
    const ends = routes.flatMap(({ planned_end_at }) =>
      planned_end_at === null ? [] : [Date.parse(planned_end_at)],
    );
    const first = starts.reduce((least, one) => Math.min(least, one), axis.end);
    const last = ends.reduce((most, one) => Math.max(most, one), axis.start);
    const from = now > first && now < last ? now - 30 * 60_000 : first - 10 * 60_000;
    element.scrollLeft = Math.max(0, toX(axis, from));
  }, [scroller, axis, routes, now]);
}
