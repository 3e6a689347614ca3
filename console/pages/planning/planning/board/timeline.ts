/** Where routes and stops are on a time axis. Pure. */
import type { ScheduledRoute, ScheduledStop } from "../../routes/queries.ts";

/** Height of the row of a route. */
export const ROW_PX = 46;

/** A part of a day on a horizontal axis. Times are milliseconds. */
export interface Axis {
  start: number;
  end: number;
  px_per_min: number;
}

export interface Block {
  stop: ScheduledStop;
  /** Where its service begins. */
  x: number;
  width: number;
  /** The wait before its window opens begins here; null without one. */
  wait_x: number | null;
  /** Whether its number fits into it. */
  is_numbered: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Narrower blocks could not show their number. */
const NUMBERED_WIDTH = 20;
const BLOCK_WIDTH_MIN = 3;
const TICK_MINUTES = [5, 10, 15, 30, 60, 120, 180, 360];

/** A number of a route's own time, or null. */
const at = (time: string | null) => (time === null ? null : Date.parse(time));

export const isUnvisited = ({ status }: Pick<ScheduledStop, "status">): boolean =>
  status === "PENDING" || status === "SKIPPED";

/** When the driver is served at a stop: as observed where it was, as planned otherwise. */
export function computeVisit(
  stop: ScheduledStop,
): { start: number; end: number; waits_from: number | null } | null {
  const arrival = at(stop.planned_arrival_at);
  const departure = at(stop.planned_departure_at);
  const done_ms = at(stop.done_at);
  const arrived = at(stop.arrived_at) ?? (done_ms === null ? null : done_ms - stop.service_time_s * 1000);
  if (arrived !== null)
    return {
      start: arrived,
      end: Math.max(arrived, done_ms ?? arrived + stop.service_time_s * 1000),
      waits_from: null,
    };
  if (arrival === null) return null;
  const start = arrival + stop.planned_wait_s * 1000;
  return {
    start,
    end: Math.max(start, departure ?? start + stop.service_time_s * 1000),
    waits_from: stop.planned_wait_s > 0 ? arrival : null,
  };
}

/** Whole hours that hold every route and the shift. */
export function computeRange(
  shift: { start: string; end: string },
  routes: readonly ScheduledRoute[],
): Pick<Axis, "start" | "end"> {
  const times = routes.flatMap(
    ({ planned_start_at, planned_end_at, actual_start_at, actual_end_at, stops }) => [
      ...[planned_start_at, planned_end_at, actual_start_at, actual_end_at].flatMap((time) => at(time) ?? []),
      ...stops.flatMap(({ done_at, arrived_at }) => [done_at, arrived_at].flatMap((time) => at(time) ?? [])),
    ],
  );
  const all = [Date.parse(shift.start), Date.parse(shift.end), ...times];
  const first = all.reduce((least, one) => Math.min(least, one));
  const last = all.reduce((most, one) => Math.max(most, one));
  return {
    start: Math.floor(first / HOUR) * HOUR,
    end: Math.max(Math.ceil(last / HOUR), Math.floor(first / HOUR) + 1) * HOUR,
  };
}

/** The smallest scale at which most numbers of stops can be read, and that fills the width. */
export function chooseScale(
  range: Pick<Axis, "start" | "end">,
  routes: readonly ScheduledRoute[],
  width: number,
): number {
  const gaps = routes.flatMap(({ stops }) =>
    stops.slice(1).flatMap((stop, index) => {
      const [before, after] = [computeVisit(stops[index] as ScheduledStop), computeVisit(stop)];
      return before === null || after === null ? [] : [(after.start - before.start) / MINUTE];
    }),
  );
  gaps.sort((a, b) => a - b);
  const usual = gaps[Math.floor(gaps.length / 4)] ?? 30;
  const fits = fitScale(range, width);
  return Math.min(Math.max(fits, (NUMBERED_WIDTH + 3) / Math.max(usual, 1)), Math.max(fits, 12));
}

/** The scale at which the whole range is as wide as the view. */
export function fitScale({ start, end }: Pick<Axis, "start" | "end">, width: number): number {
  return Math.max(0.4, width / ((end - start) / MINUTE));
}

export const toX = (axis: Axis, time: number): number => ((time - axis.start) / MINUTE) * axis.px_per_min;
export const toTime = (axis: Axis, x: number): number => axis.start + (x / axis.px_per_min) * MINUTE;
export const computeWidth = (axis: Axis): number => toX(axis, axis.end);

/** Labelled moments, as close as their labels allow. */
export function listTicks(axis: Axis, label_px = 56): number[] {
  const minutes = TICK_MINUTES.find((step) => step * axis.px_per_min >= label_px) ?? 720;
  const step = minutes * MINUTE;
  const first = Math.ceil(axis.start / step) * step;
  return Array.from(
    { length: Math.max(0, Math.floor((axis.end - first) / step) + 1) },
    (_, n) => first + n * step,
  );
}

/** The blocks of a route in sequence: never narrower than can be seen, and never over the next one. */
export function layOutBlocks(axis: Axis, stops: readonly ScheduledStop[]): Block[] {
  const visits = stops.flatMap((stop) => {
    const visit = computeVisit(stop);
    return visit === null ? [] : [{ stop, ...visit }];
  });
  return visits.map(({ stop, start, end, waits_from }, index) => {
    const x = toX(axis, start);
    const next = visits[index + 1];
    const room = next === undefined ? Number.POSITIVE_INFINITY : toX(axis, next.start) - x - 2;
    const min_width = Math.max(toX(axis, end) - x, NUMBERED_WIDTH + 2);
    const width = Math.max(BLOCK_WIDTH_MIN, Math.min(min_width, room));
    return {
      stop,
      x,
      width,
      wait_x: waits_from === null ? null : toX(axis, waits_from),
      is_numbered: width >= NUMBERED_WIDTH - (stop.seq < 10 ? 8 : stop.seq < 100 ? 3 : 0),
    };
  });
}

/**
 * The position of something dropped at `x`: 1 is before the first stop that is not visited yet. Stops that are
 * being moved themselves do not count.
 */
export function findPosition(
  blocks: readonly Block[],
  x: number,
  moving: ReadonlySet<number> = new Set(),
): number {
  let position = 1;
  for (const { stop, x: left_x, width } of blocks) {
    if (!isUnvisited(stop) || moving.has(stop.id)) continue;
    if (left_x + width / 2 < x) position += 1;
  }
  return position;
}

/** Where a line is drawn for a position: before the block that would follow. */
export function findGapX(
  blocks: readonly Block[],
  position: number,
  moving: ReadonlySet<number> = new Set(),
): number {
  const free = blocks.filter(({ stop }) => isUnvisited(stop) && !moving.has(stop.id));
  const next = free[position - 1];
  if (next !== undefined) return next.x - 1.5;
  const last = free.at(-1) ?? blocks.at(-1);
  return last === undefined ? 0 : last.x + last.width + 1.5;
}

/** The rows in view, with some above and below so that scrolling shows no gap. */
export function findVisibleRows(
  { top, height }: { top: number; height: number },
  row_px: number,
  rows: number,
  more = 3,
): { from: number; to: number } {
  const from = Math.min(rows, Math.max(0, Math.floor(top / row_px) - more));
  return { from, to: Math.min(rows, Math.max(from, Math.ceil((top + height) / row_px) + more)) };
}
