/** A day's orders and drivers as a routing problem. Pure. */

import type { PlanningSettings, VehicleCosts } from "#domain/identity/settings/public.ts";
import type { OrderRow } from "#domain/orders/orders/public.ts";
import {
  buildVisits,
  type OrderVisit,
  type RouteStart,
  toPoint,
  type WorkingTime,
} from "#domain/planning/routes/public.ts";
import type {
  GeoPoint,
  Job,
  Objective,
  RouteProblem,
  SingleJob,
  Vehicle,
  Visit,
} from "#solvers/route/problem.ts";
import { toInstant } from "#vocabulary/calendar.ts";
import { CAPACITIES, type PlanOptions, withDefaults } from "./options.ts";
import { type EquippedDriver, listOfferedSkills, listRequiredSkills } from "./requirements.ts";

export interface PlanDriver extends EquippedDriver {
  id: number;
  name: string;
  vehicle_id: number | null;
  capacity_units: number | null;
  capacity_weight_g: number | null;
  capacity_volume_cm3: number | null;
  capacity_pallets: number | null;
  /** The warehouses where the driver works; empty for all. */
  warehouse_ids: readonly number[];
}

export interface Day {
  date: string;
  time_zone: string;
  /** When its routes can be on the road. */
  working_time: WorkingTime;
  settings: PlanningSettings;
  costs: VehicleCosts;
  /** Where routes start and end: the warehouses of the orders, at least one. */
  starts: readonly RouteStart[];
  /** The warehouse from which each order leaves, by order. */
  warehouse_of_order: ReadonlyMap<number, number>;
  /** The warehouse where each driver starts, by driver. */
  warehouse_of_driver: ReadonlyMap<number, number>;
  orders: readonly OrderRow[];
  /** Orders whose goods have left the sender. */
  collected_order_ids: ReadonlySet<number>;
  drivers: readonly PlanDriver[];
  /** Codes of skills that have expired by the date. */
  expired_skills: ReadonlySet<string>;
  options: PlanOptions;
}

export interface BuiltProblem {
  problem: RouteProblem;
  /** Epoch milliseconds of the problem's second 0: midnight of the day. */
  origin: number;
  /** The visits of each order in the problem, as they are planned. */
  visits: Map<number, OrderVisit[]>;
  /** Orders that no driver can be sent to: their address has no coordinates. */
  no_location: number[];
  /** Orders that no road leads to or from; known only when a road matrix is used. */
  no_road: ReadonlySet<number>;
  /** Where the route of each order starts, by order. */
  start_location_of_order: ReadonlyMap<number, number>;
  /** The warehouses and every address once; the locations of the problem are indexes into them. */
  points: GeoPoint[];
}

/**
 * Build the problem of a day. Second 0 is midnight in the business's time zone, and seconds are elapsed seconds: a
 * shift across a clock change is an hour longer or shorter. A capacity that no vehicle limits is omitted.
 */
export function buildProblem(day: Day): BuiltProblem {
  const options = withDefaults(day.options);
  const origin = toInstant(day.date, "00:00", day.time_zone).getTime();
  const points: GeoPoint[] = [];
  const locations = new Map<string, number>();
  const locate = ({ lat, lng }: GeoPoint): number => {
    const key = `${lat}/${lng}`;
    let at = locations.get(key);
    if (at === undefined) {
      at = points.push({ lat, lng }) - 1;
      locations.set(key, at);
    }
    return at;
  };
  const starts = new Map(
    day.starts.map(({ warehouse_id, place }) => {
      const point = toPoint(place);
      return [warehouse_id, point === null ? null : locate(point)];
    }),
  );
  // Orders go with drivers of their warehouse. With one warehouse nothing has to be said about it.
  const boundTo = (warehouse_id: number | undefined) =>
    starts.size > 1 && warehouse_id !== undefined ? [`warehouse:${warehouse_id}`] : [];
  const limited = CAPACITIES.filter((kind) =>
    day.drivers.some((driver) => driver[`capacity_${kind}`] !== null),
  );

  const visits = new Map<number, OrderVisit[]>();
  const no_location: number[] = [];
  for (const order of day.orders) {
    const planned = buildVisits(order, day.collected_order_ids.has(order.id)).map((visit) =>
      removePastWindow(visit, origin, options.respect_windows),
    );
    if (planned.length === 0) no_location.push(order.id);
    else visits.set(order.id, planned);
  }
  const drivers = new Set(day.drivers.map((driver) => driver.id));
  const locks = new Map(
    (options.locks ?? []).filter((lock) => drivers.has(lock.driver_id)).map((lock) => [lock.order_id, lock]),
  );
  const jobs = day.orders.flatMap((order): Job[] => {
    const planned = visits.get(order.id);
    if (planned === undefined) return [];
    const lock = locks.get(order.id);
    const shared = {
      id: String(order.id),
      amount: limited.map((kind) => order[kind]),
      skills: [...listRequiredSkills(order.requirements), ...boundTo(day.warehouse_of_order.get(order.id))],
      priority: 1 + order.priority,
      ...(lock === undefined ? {} : { vehicle_id: String(lock.driver_id) }),
    };
    const [first, second] = planned.map((visit) => toSolverVisit(visit, origin, locate));
    if (first === undefined) return [];
    if (second !== undefined) return [{ ...shared, kind: "pair", pickup: first, delivery: second }];
    return [
      {
        ...shared,
        kind: planned[0]?.action === "pickup" ? "pickup" : "delivery",
        visit: first,
      } satisfies SingleJob,
    ];
  });
  const job_ids = new Set(jobs.map((job) => job.id));
  const total = limited.map((_, k) => jobs.reduce((sum, job) => sum + (job.amount?.[k] ?? 0), 0));
  const shift = day.working_time;
  const findLockedJobs = (driver_id: number, position: "first" | "last") =>
    (options.locks ?? [])
      .filter(
        (lock) =>
          lock.driver_id === driver_id && lock.position === position && job_ids.has(String(lock.order_id)),
      )
      .map((lock) => String(lock.order_id));

  const vehicles = day.drivers.map((driver): Vehicle => {
    const warehouse_id = day.warehouse_of_driver.get(driver.id);
    const start = starts.get(warehouse_id ?? 0) ?? null;
    const [first_job_ids, last_job_ids] = [
      findLockedJobs(driver.id, "first"),
      findLockedJobs(driver.id, "last"),
    ];
    return {
      id: String(driver.id),
      start_location: start,
      end_location: start,
      // Unlimited: more than the total of all orders.
      capacity: limited.map((kind, k) => driver[`capacity_${kind}`] ?? (total[k] ?? 0) + 1),
      skills: [...listOfferedSkills(driver, day.expired_skills), ...boundTo(warehouse_id)],
      shift: {
        start_s: (shift.start.getTime() - origin) / 1000,
        end_s: (shift.end.getTime() - origin) / 1000,
      },
      cost: day.costs,
      ...(options.max_stops === undefined ? {} : { max_stops: options.max_stops }),
      ...(options.max_duration_s === undefined ? {} : { max_duration_s: options.max_duration_s }),
      ...(first_job_ids.length === 0 ? {} : { first_job_ids }),
      ...(last_job_ids.length === 0 ? {} : { last_job_ids }),
    };
  });
  const problem: RouteProblem = {
    travel: { points, road_factor: day.settings.road_factor, speed_mps: day.settings.speed_kmh / 3.6 },
    vehicles,
    jobs,
    objective: buildObjective(options),
  };
  const start_location_of_order = new Map(
    day.orders.flatMap(({ id }) => {
      const location = starts.get(day.warehouse_of_order.get(id) ?? 0) ?? null;
      return location === null ? [] : [[id, location] as const];
    }),
  );
  return { problem, origin, visits, no_location, no_road: new Set(), start_location_of_order, points };
}

function buildObjective({ objective, balance }: ReturnType<typeof withDefaults>): Objective {
  return {
    minimise: objective === "fewest_vehicles" ? "distance" : objective,
    fewest_vehicles_first: objective === "fewest_vehicles",
    ...(balance === "none" ? {} : { balance: { mode: balance } }),
  };
}

/** A window that ended before the day began is already missed: it is removed. */
function removePastWindow(visit: OrderVisit, origin: number, respect_windows: boolean): OrderVisit {
  const is_past = visit.window_end !== null && Date.parse(visit.window_end) < origin;
  return respect_windows && !is_past ? visit : { ...visit, window_start: null, window_end: null };
}

function toSolverVisit(visit: OrderVisit, origin: number, locate: (point: GeoPoint) => number): Visit {
  const { window_start, window_end, service_time_s } = visit;
  const second = (at: string) => (Date.parse(at) - origin) / 1000;
  const bound = window_start !== null || window_end !== null;
  return {
    location: locate({ lat: visit.lat, lng: visit.lng }),
    service_s: service_time_s,
    ...(bound
      ? {
          windows: [
            {
              start_s: window_start === null ? 0 : Math.max(0, second(window_start)),
              end_s: window_end === null ? LATEST_S : second(window_end),
            },
          ],
        }
      : {}),
  };
}

/** Three days on: later than any shift that begins on the day. */
const LATEST_S = 3 * 86_400;
