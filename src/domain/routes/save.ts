/**
 * The one place where a route's stops are written: sequence, planned times, load and counts follow together.
 *
 * Callers have locked the route and decided; they emit the event, because they know what happened.
 */
import type { Context } from "#operation/context.ts";
import type { Db } from "#platform/db/db.ts";
import type { RoadLegs } from "./legs.ts";
import { reckon } from "./reckon.ts";
import { planningBusiness } from "./rows.ts";
import { isOpenRoute } from "./status.ts";
import type { PlacedStop } from "./stops.ts";
import type { RouteLoad, RouteRow } from "./tables.ts";
import { type Figures, planningSettingsOf } from "./timing.ts";

const SAVED = `status text, driver_id int, contractor_id int, vehicle_id int, distances text,
  home_leg_distance_m int, home_leg_duration_s float8, planned_distance_m int, planned_duration_s int,
  planned_start_at timestamptz, planned_end_at timestamptz, actual_start_at timestamptz, actual_end_at timestamptz,
  paused_at timestamptz, load jsonb, stops_total int, stops_resolved int, plan_version int, closing jsonb, version int`;
const SAVED_KEYS = SAVED.split(",").map((column) => column.trim().split(/\s+/)[0] as keyof RouteRow);
const SAVE = `update route r set ${SAVED_KEYS.map((key) => `${key} = c.${key}`).join(", ")}
  from json_to_recordset($2::json) as c(id int, ${SAVED}) where r.business_id = $1 and r.id = c.id`;

type Changeable = Pick<
  RouteRow,
  | "status"
  | "driver_id"
  | "contractor_id"
  | "vehicle_id"
  | "distances"
  | "home_leg_distance_m"
  | "home_leg_duration_s"
  | "planned_distance_m"
  | "planned_duration_s"
  | "planned_start_at"
  | "planned_end_at"
  | "actual_start_at"
  | "actual_end_at"
  | "paused_at"
  | "load"
  | "stops_total"
  | "stops_resolved"
  | "plan_version"
  | "closing"
>;

/** Write members of routes; each version rises. Answers the rows after, in the order given. */
export async function saveRoutes(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  changes: readonly { route: RouteRow; set: Partial<Changeable> }[],
): Promise<RouteRow[]> {
  if (changes.length === 0) return [];
  const after = changes.map(({ route, set }) => ({ ...route, ...set, version: route.version + 1 }));
  const records = after.map((row) =>
    Object.fromEntries(["id" as const, ...SAVED_KEYS].map((key) => [key, row[key]])),
  );
  await db.execute(SAVE, [business_id, JSON.stringify(records)]);
  return after;
}

export interface StopsChange {
  route: RouteRow;
  stops: readonly PlacedStop[];
  set?: Partial<Changeable>;
  /** As it was planned with these stops in this sequence; reckoned when absent. */
  figures?: Figures | undefined;
}

/**
 * Give locked routes other stops: those not named go, with their tasks; the plan version of each rises.
 *
 * `roads` are the legs known by road. A route that needs another one is reckoned in straight lines and marked so;
 * where there is a road matrix a job measures it later.
 */
export async function saveStops(
  context: Pick<Context, "db" | "business_id" | "providers" | "enqueue">,
  changes: readonly StopsChange[],
  roads: RoadLegs,
): Promise<RouteRow[]> {
  if (changes.length === 0) return [];
  const { db, business_id } = context;
  const order_ids = changes.flatMap(({ stops }) =>
    stops.flatMap((stop) => stop.tasks.map((task) => task.order_id)),
  );
  const [{ settings, time_zone }, amounts] = await Promise.all([
    planningBusiness(db, business_id),
    amountsOf(db, business_id, order_ids),
  ]);
  const by = { settings: planningSettingsOf(settings), time_zone, roads };
  const reckoned = changes.map(({ route, stops, set, figures }) =>
    reckon({ ...route, ...set }, stops, amounts, by, figures),
  );
  const rows = changes.flatMap(({ route, stops }, at) =>
    stops.map((stop, index) => ({
      ...stop,
      ...reckoned[at]?.stops[index],
      seq: index + 1,
      route_id: route.id,
    })),
  );
  const [, , , saved] = await Promise.all([
    forgetStops(context, changes),
    moveStops(
      context,
      rows.filter((row) => row.id !== 0),
    ),
    insertStops(
      context,
      rows.filter((row) => row.id === 0),
    ),
    saveRoutes(
      context,
      changes.map(({ route, set }, at) => ({
        route,
        set: { ...reckoned[at]?.set, plan_version: route.plan_version + 1, ...set },
      })),
    ),
  ]);
  measureLater(context, saved);
  return saved;
}

/** Routes still to be driven that had to be reckoned in straight lines although there is a road matrix. */
function measureLater(
  { business_id, providers, enqueue }: Pick<Context, "business_id" | "providers" | "enqueue">,
  routes: readonly RouteRow[],
): void {
  if (providers.matrix === null) return;
  for (const { id, status, stops_total, distances } of routes) {
    if (distances === "road" || stops_total === 0 || !isOpenRoute(status)) continue;
    enqueue({ name: "measure-route", data: { business_id, route_id: id }, singleton_key: `route/${id}` });
  }
}

/** Units, weight, volume and pallets of orders. */
export async function amountsOf(
  db: Db,
  business_id: number,
  order_ids: readonly number[],
): Promise<Map<number, RouteLoad>> {
  const rows = await db.rows<RouteLoad & { id: number }>(
    "select id, units, weight_g, volume_cm3, pallets from delivery_order where business_id = $1 and id = any($2::int[])",
    [business_id, [...new Set(order_ids)]],
  );
  return new Map(rows.map(({ id, ...amounts }) => [id, amounts]));
}

/** Stops that are no longer named, and tasks that are no longer on theirs. */
async function forgetStops(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  changes: readonly { route: RouteRow; stops: readonly PlacedStop[] }[],
): Promise<void> {
  const routes = changes.map(({ route }) => route.id);
  const stops = changes.flatMap((change) => change.stops).filter((stop) => stop.id !== 0);
  const tasks = stops.flatMap((stop) => stop.tasks).filter((task) => task.id !== 0);
  const removed = tasks.filter((task) => task.status === "REMOVED").map((task) => task.id);
  await Promise.all([
    db.execute(
      "delete from stop where business_id = $1 and route_id = any($2::int[]) and not (id = any($3::int[]))",
      [business_id, routes, stops.map((stop) => stop.id)],
    ),
    db.execute(
      "delete from stop_task where business_id = $1 and stop_id = any($2::int[]) and not (id = any($3::int[]))",
      [business_id, stops.map((stop) => stop.id), tasks.map((task) => task.id)],
    ),
    db.execute(
      "update stop_task set status = 'REMOVED' where business_id = $1 and id = any($2::int[]) and status = 'PENDING'",
      [business_id, removed],
    ),
  ]);
}

type SeatedStop = PlacedStop & { seq: number; route_id: number };

async function moveStops(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  stops: readonly SeatedStop[],
): Promise<void> {
  if (stops.length === 0) return;
  await db.execute(
    `update stop s set seq = c.seq, window_start = c.window_start, window_end = c.window_end,
       planned_arrival_at = c.planned_arrival_at, planned_departure_at = c.planned_departure_at,
       leg_distance_m = c.leg_distance_m, leg_duration_s = c.leg_duration_s, version = s.version + 1
      from json_to_recordset($2::json) as c(id int, seq int, window_start timestamptz, window_end timestamptz,
        planned_arrival_at timestamptz, planned_departure_at timestamptz, leg_distance_m int, leg_duration_s float8)
      where s.business_id = $1 and s.id = c.id`,
    [business_id, JSON.stringify(stops.map(({ tasks: _tasks, ...stop }) => stop))],
  );
}

/** Stops and their tasks in one statement; the answer joins them by route and place in the sequence. */
async function insertStops(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  stops: readonly SeatedStop[],
): Promise<void> {
  if (stops.length === 0) return;
  const rows = stops.map(({ tasks: _tasks, ...stop }) => stop);
  const tasks = stops.flatMap(({ route_id, seq, tasks }) =>
    tasks.map(({ order_id, action }, at) => ({ route_id, seq, at, order_id, action })),
  );
  await db.execute(
    `with made as (
       insert into stop (business_id, route_id, seq, lat, lng, window_start, window_end, service_time_s,
         planned_arrival_at, planned_departure_at, leg_distance_m, leg_duration_s)
       select $1, s.route_id, s.seq, s.lat, s.lng, s.window_start, s.window_end, s.service_time_s,
         s.planned_arrival_at, s.planned_departure_at, s.leg_distance_m, s.leg_duration_s
       from json_to_recordset($2::json) as s(route_id int, seq int, lat float8, lng float8, window_start timestamptz,
         window_end timestamptz, service_time_s int, planned_arrival_at timestamptz, planned_departure_at timestamptz,
         leg_distance_m int, leg_duration_s float8) order by s.route_id, s.seq
       returning id, route_id, seq)
     insert into stop_task (business_id, stop_id, order_id, action)
     select $1, made.id, t.order_id, t.action
       from json_to_recordset($3::json) as t(route_id int, seq int, at int, order_id int, action text)
       join made on made.route_id = t.route_id and made.seq = t.seq order by t.route_id, t.seq, t.at`,
    [business_id, JSON.stringify(rows), JSON.stringify(tasks)],
  );
}
