/** When a route is where, how far it drives and what it carries. Pure. */
import { momentIn } from "#vocabulary/calendar.ts";
import { type Point, straightLineKm } from "#vocabulary/geo.ts";
import { type Leg, type RoadLegs, roadLeg } from "./legs.ts";
import type { RouteLoad } from "./tables.ts";

/** How travel is reckoned, from the settings of the business. */
export interface Pace {
  /** Road metres for each straight metre. */
  road_factor: number;
  speed_kmh: number;
  /** Every leg by road, in place of straight lines. */
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

/** The default working day, local time. */
export const SHIFT_START = "08:00";
export const SHIFT_END = "18:00";

export interface PlanningSettings extends Pace {
  shift_start: string;
  shift_end: string;
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What a business's settings say of travel and working hours; defaults where they are silent or not usable. */
export function planningSettingsOf(settings: Readonly<Record<string, unknown>>): PlanningSettings {
  const number = (key: string, least: number, most: number, otherwise: number) => {
    const value = settings[key];
    return typeof value === "number" && value >= least && value <= most ? value : otherwise;
  };
  const clock = (key: string, otherwise: string) => {
    const value = settings[key];
    return typeof value === "string" && CLOCK.test(value) ? value : otherwise;
  };
  return {
    road_factor: number("road_factor", 1, 5, 1),
    speed_kmh: number("speed_kmh", 1, 150, 30),
    shift_start: clock("shift_start", SHIFT_START),
    shift_end: clock("shift_end", SHIFT_END),
  };
}

/** First and last moment of a date's shift; one that ends at or before its start ends the next day. */
export function shiftOn(
  date: string,
  { shift_start, shift_end }: PlanningSettings,
  time_zone: string,
): { start: Date; end: Date } {
  const next_day = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return {
    start: momentIn(date, shift_start, time_zone),
    end: momentIn(shift_end > shift_start ? date : next_day, shift_end, time_zone),
  };
}

/** Everything that follows from a sequence of stops about when and how far. */
export interface Figures extends Timing {
  distances: "road" | "straight_line";
  planned_start_at: string;
}

/** From or to nowhere it counts nothing. */
function legOf(from: Point | null, to: Point | null, { road_factor, speed_kmh, roads }: Pace): Leg {
  if (from === null || to === null) return { distance_m: 0, duration_s: 0 };
  if (roads === undefined) {
    const distance_m = straightLineKm(from, to) * 1000 * road_factor;
    return { distance_m, duration_s: (distance_m / 1000 / speed_kmh) * 3600 };
  }
  const leg = roadLeg(roads, from, to);
  if (leg === undefined) throw new Error("A leg is not known by road.");
  return leg;
}

const isUnvisited = (stop: TimedStop) => stop.status === "PENDING" || stop.status === "SKIPPED";

/**
 * Planned times along a route in its sequence: driven at the pace, waiting where a window is not open yet.
 *
 * Visited stops keep what was planned for them; the rest is reckoned from when the last of them was left.
 */
export function timingOf(
  route: { start: Point | null; end: Point | null; start_at: string },
  stops: readonly TimedStop[],
  pace: Pace,
): Timing {
  let at = Date.parse(route.start_at) / 1000;
  let from = route.start;
  let metres = 0;
  const timed = stops.map((stop) => {
    const leg = legOf(from, stop, pace);
    const driven = { leg_distance_m: Math.round(leg.distance_m), leg_duration_s: leg.duration_s };
    metres += leg.distance_m;
    from = stop;
    if (!isUnvisited(stop)) {
      const left = stop.done_at ?? stop.planned_departure_at ?? stop.arrived_at;
      if (left !== null) at = Math.max(at, Date.parse(left) / 1000);
      const { planned_arrival_at, planned_departure_at } = stop;
      return { planned_arrival_at, planned_departure_at, ...driven };
    }
    const arrival = at + leg.duration_s;
    const opens = stop.window_start === null ? arrival : Date.parse(stop.window_start) / 1000;
    at = Math.max(arrival, opens) + stop.service_time_s;
    return { planned_arrival_at: moment(arrival), planned_departure_at: moment(at), ...driven };
  });
  const home = legOf(stops.length === 0 ? null : from, route.end, pace);
  metres += home.distance_m;
  at += home.duration_s;
  return {
    stops: timed,
    home_leg_distance_m: Math.round(home.distance_m),
    home_leg_duration_s: home.duration_s,
    planned_distance_m: Math.round(metres),
    planned_duration_s: Math.max(0, Math.round(at - Date.parse(route.start_at) / 1000)),
    planned_end_at: moment(at),
  };
}

/**
 * When to leave: as late as possible without finishing later and without missing a window that an early start
 * would keep, so that the driver waits at home and not at a door. `earliest` is the start of the shift.
 */
export function leaveAt(
  route: { start: Point | null; end: Point | null; earliest: string },
  stops: readonly TimedStop[],
  pace: Pace,
): string {
  const { stops: timed } = timingOf({ ...route, start_at: route.earliest }, stops, pace);
  let waited = 0;
  let slack = Number.POSITIVE_INFINITY;
  stops.forEach((stop, index) => {
    const arrival = Date.parse(timed[index]?.planned_arrival_at ?? route.earliest) / 1000;
    const served =
      stop.window_start === null ? arrival : Math.max(arrival, Date.parse(stop.window_start) / 1000);
    waited += served - arrival;
    // A window missed already is no reason to hurry, nor to be later still.
    if (stop.window_end !== null)
      slack = Math.min(slack, waited + Math.max(0, Date.parse(stop.window_end) / 1000 - served));
  });
  return moment(Date.parse(route.earliest) / 1000 + Math.min(slack, waited));
}

function moment(seconds: number): string {
  return new Date(Math.round(seconds) * 1000).toISOString();
}

export interface LoadedTask {
  order_id: number;
  action: "pickup" | "dropoff" | "exchange";
}

/** Largest amounts on board at any moment. What is dropped without a pickup on this route is aboard from its start. */
export function peakLoad(tasks: readonly LoadedTask[], amounts: ReadonlyMap<number, RouteLoad>): RouteLoad {
  const picked = new Set<number>();
  const aboard: RouteLoad = { units: 0, weight_g: 0, volume_cm3: 0, pallets: 0 };
  const keys = Object.keys(aboard) as (keyof RouteLoad)[];
  const move = (order_id: number, sign: 1 | -1) => {
    for (const key of keys) aboard[key] += sign * (amounts.get(order_id)?.[key] ?? 0);
  };
  for (const { order_id, action } of tasks) {
    if (action === "pickup") picked.add(order_id);
    else if (action === "dropoff" && !picked.has(order_id)) move(order_id, 1);
  }
  const peak = { ...aboard };
  for (const { order_id, action } of tasks) {
    if (action === "exchange") continue;
    move(order_id, action === "pickup" ? 1 : -1);
    for (const key of keys) peak[key] = Math.max(peak[key], aboard[key]);
  }
  return peak;
}
