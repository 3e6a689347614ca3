/** Times, distances and load of a route. Pure. */
import type { PlanningSettings } from "#domain/identity/settings/public.ts";
import { toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { type Point, straightLineKm } from "#vocabulary/geo.ts";
import { findRoadLeg, type Leg, type RoadLegs } from "./legs.ts";
import type { RouteLoad } from "./records/route.ts";

/** How travel is computed, from the settings of the business. */
export interface TravelSettings extends Pick<PlanningSettings, "road_factor" | "speed_kmh"> {
  /** Every leg by road, instead of straight lines. */
  roads?: RoadLegs;
}

export interface TimedStop extends Point {
  status: "PENDING" | "ARRIVED" | "DONE" | "PARTIAL" | "FAILED" | "SKIPPED";
  window_start: string | null;
  window_end: string | null;
  service_time_s: number;
  arrived_at: string | null;
  done_at: string | null;
  planned_arrival_at: string | null;
  planned_departure_at: string | null;
}

export interface Timing {
  stops: {
    planned_arrival_at: string | null;
    planned_departure_at: string | null;
    leg_distance_m: number;
    leg_duration_s: number;
  }[];
  home_leg_distance_m: number;
  home_leg_duration_s: number;
  planned_distance_m: number;
  planned_duration_s: number;
  planned_end_at: string;
}

/** First and last toTimestamp of a date's shift; one that ends at or before its start ends the next day. */
export function getShift(
  date: string,
  { shift_start, shift_end }: PlanningSettings,
  time_zone: string,
): { start: Date; end: Date } {
  const next_day = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return {
    start: toInstant(date, shift_start, time_zone),
    end: toInstant(shift_end > shift_start ? date : next_day, shift_end, time_zone),
  };
}

/** Why routes of a day start when they do. */
export const START_REASONS = ["shift_start", "now", "shift_ended", "chosen"] as const;

export interface WorkingTime {
  /** The earliest departure, and the latest return. */
  start: Date;
  end: Date;
  reason: (typeof START_REASONS)[number];
}

/** A start that is not planned for a time of the day is on a multiple of this. */
const ROUND_MS = 5 * 60_000;

/** The next full five minutes. */
export const ceilToMinutes = (at: Date) => new Date(Math.ceil(at.getTime() / ROUND_MS) * ROUND_MS);

/**
 * When routes of a date that have not been released can be on the road. On the day itself nobody leaves earlier than now, rounded up to
 * five minutes. A start after the end of the shift, now or chosen, has the time of a whole shift.
 */
export function getWorkingTime(
  date: string,
  settings: PlanningSettings,
  time_zone: string,
  { now, start_at }: { now: Date; start_at?: string | undefined },
): WorkingTime {
  const shift = getShift(date, settings, time_zone);
  const is_today = toLocalDate(now, time_zone) === date || (now >= shift.start && now < shift.end);
  const soon = ceilToMinutes(now);
  const has_begun = is_today && soon > shift.start;
  const start = start_at !== undefined ? new Date(start_at) : has_begun ? soon : shift.start;
  const is_over = start >= shift.end;
  return {
    start,
    end: is_over ? new Date(start.getTime() + shift.end.getTime() - shift.start.getTime()) : shift.end,
    reason: start_at !== undefined ? "chosen" : !has_begun ? "shift_start" : is_over ? "shift_ended" : "now",
  };
}

/** All times and distances that follow from a sequence of stops. */
export interface RouteFigures extends Timing {
  distances: "road" | "straight_line";
  planned_start_at: string;
}

/** The leg between two points; zero when one of them is missing. */
function buildLeg(
  from: Point | null,
  to: Point | null,
  { road_factor, speed_kmh, roads }: TravelSettings,
): Leg {
  if (from === null || to === null) return { distance_m: 0, duration_s: 0 };
  if (roads === undefined) {
    const distance_m = straightLineKm(from, to) * 1000 * road_factor;
    return { distance_m, duration_s: (distance_m / 1000 / speed_kmh) * 3600 };
  }
  const leg = findRoadLeg(roads, from, to);
  if (leg === undefined) throw new Error("A leg is not known by road.");
  return leg;
}

const isUnvisited = (stop: TimedStop) => stop.status === "PENDING" || stop.status === "SKIPPED";

/**
 * Planned times along a route in its sequence: travel by `pace`, waiting where a window is not open yet.
 *
 * Visited stops keep their planned times; the rest is computed from the departure from the last visited stop.
 */
export function computeTiming(
  route: { start: Point | null; end: Point | null; start_at: string },
  stops: readonly TimedStop[],
  pace: TravelSettings,
): Timing {
  let at = Date.parse(route.start_at) / 1000;
  let from = route.start;
  let metres = 0;
  const timed = stops.map((stop) => {
    const leg = buildLeg(from, stop, pace);
    const driven = { leg_distance_m: Math.round(leg.distance_m), leg_duration_s: leg.duration_s };
    metres += leg.distance_m;
    from = stop;
    if (!isUnvisited(stop)) {
      const left_at = stop.done_at ?? stop.planned_departure_at ?? stop.arrived_at;
      if (left_at !== null) at = Math.max(at, Date.parse(left_at) / 1000);
      const { planned_arrival_at, planned_departure_at } = stop;
      return { planned_arrival_at, planned_departure_at, ...driven };
    }
    const arrival = at + leg.duration_s;
    const opens = stop.window_start === null ? arrival : Date.parse(stop.window_start) / 1000;
    at = Math.max(arrival, opens) + stop.service_time_s;
    return { planned_arrival_at: toTimestamp(arrival), planned_departure_at: toTimestamp(at), ...driven };
  });
  const home = buildLeg(stops.length === 0 ? null : from, route.end, pace);
  metres += home.distance_m;
  at += home.duration_s;
  return {
    stops: timed,
    home_leg_distance_m: Math.round(home.distance_m),
    home_leg_duration_s: home.duration_s,
    planned_distance_m: Math.round(metres),
    planned_duration_s: Math.max(0, Math.round(at - Date.parse(route.start_at) / 1000)),
    planned_end_at: toTimestamp(at),
  };
}

/**
 * When to leave: as late as possible without finishing later and without missing a window that an early start
 * would meet, so that the driver waits at the depot and not at an address. `earliest` is the start of the shift.
 */
export function computeDepartureTime(
  route: { start: Point | null; end: Point | null; earliest: string },
  stops: readonly TimedStop[],
  pace: TravelSettings,
): string {
  const { stops: timed } = computeTiming({ ...route, start_at: route.earliest }, stops, pace);
  let waited = 0;
  let slack = Number.POSITIVE_INFINITY;
  stops.forEach((stop, index) => {
    const arrival = Date.parse(timed[index]?.planned_arrival_at ?? route.earliest) / 1000;
    const served =
      stop.window_start === null ? arrival : Math.max(arrival, Date.parse(stop.window_start) / 1000);
    waited += served - arrival;
    // A window that is already missed limits the slack to the waiting so far, so that the delay does not grow.
    if (stop.window_end !== null)
      slack = Math.min(slack, waited + Math.max(0, Date.parse(stop.window_end) / 1000 - served));
  });
  return toTimestamp(Date.parse(route.earliest) / 1000 + Math.min(slack, waited));
}

type DrivenStop = TimedStop & Pick<Timing["stops"][number], "leg_distance_m" | "leg_duration_s">;

/** The figures of a route that leaves later than planned, with the legs that it has. */
export function postponeStart(
  route: Omit<RouteFigures, "stops" | "planned_start_at" | "planned_end_at">,
  stops: readonly DrivenStop[],
  start_at: string,
): RouteFigures {
  const { distances, home_leg_distance_m, home_leg_duration_s, planned_distance_m } = route;
  const start = Date.parse(start_at) / 1000;
  let at = start;
  const timed = stops.map((stop) => {
    const { leg_distance_m, leg_duration_s } = stop;
    const arrival = at + leg_duration_s;
    const opens = stop.window_start === null ? arrival : Date.parse(stop.window_start) / 1000;
    at = Math.max(arrival, opens) + stop.service_time_s;
    return {
      planned_arrival_at: toTimestamp(arrival),
      planned_departure_at: toTimestamp(at),
      leg_distance_m,
      leg_duration_s,
    };
  });
  at += home_leg_duration_s;
  return {
    stops: timed,
    distances,
    home_leg_distance_m,
    home_leg_duration_s,
    planned_distance_m,
    planned_duration_s: Math.max(0, Math.round(at - start)),
    planned_start_at: toTimestamp(start),
    planned_end_at: toTimestamp(at),
  };
}

function toTimestamp(seconds: number): string {
  return new Date(Math.round(seconds) * 1000).toISOString();
}

export interface LoadedTask {
  order_id: number;
  action: "pickup" | "dropoff" | "exchange";
}

/** Largest amounts on board at any toTimestamp. Goods that are dropped off without a pickup on this route are on board from its start. */
export function computePeakLoad(
  tasks: readonly LoadedTask[],
  amounts: ReadonlyMap<number, RouteLoad>,
): RouteLoad {
  const picked = new Set<number>();
  const on_board: RouteLoad = { units: 0, weight_g: 0, volume_cm3: 0, pallets: 0 };
  const keys = Object.keys(on_board) as (keyof RouteLoad)[];
  const move = (order_id: number, sign: 1 | -1) => {
    for (const key of keys) on_board[key] += sign * (amounts.get(order_id)?.[key] ?? 0);
  };
  for (const { order_id, action } of tasks) {
    if (action === "pickup") picked.add(order_id);
    else if (action === "dropoff" && !picked.has(order_id)) move(order_id, 1);
  }
  const peak = { ...on_board };
  for (const { order_id, action } of tasks) {
    if (action === "exchange") continue;
    move(order_id, action === "pickup" ? 1 : -1);
    for (const key of keys) peak[key] = Math.max(peak[key], on_board[key]);
  }
  return peak;
}
