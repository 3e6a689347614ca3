/**
 * The only place where a route's stops are written, together with sequence, planned times, load and counts.
 *
 * Callers have locked the route and checked their rules; they emit the event, because they know the reason of the change.
 */
import { getPlanningSettings, loadSettings } from "#domain/identity/settings/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Db } from "#platform/db/db.ts";
import type { RoadLegs } from "./legs.ts";
import { recalculateSchedule } from "./recalculate-schedule.ts";
import { isOpenRoute } from "./status.ts";
import type { PlacedStop } from "./stops.ts";
import type { RouteLoad, RouteRow, StopRow, TaskRow } from "./tables.ts";
import type { RouteFigures } from "./timing.ts";

const SAVED_COLUMNS = `status text, driver_id bigint, contractor_id bigint, vehicle_id bigint, distances text,
  home_leg_distance_m int, home_leg_duration_s float8, planned_distance_m int, planned_duration_s int,
  planned_start_at timestamptz, planned_end_at timestamptz, actual_start_at timestamptz, actual_end_at timestamptz,
  paused_at timestamptz, pause_reported_at timestamptz, resume_reported_at timestamptz, returned_at timestamptz, load jsonb, stops_total int, stops_resolved int, plan_version int, closing jsonb, version int`;
const SAVED_KEYS = SAVED_COLUMNS.split(",").map((column) => column.trim().split(/\s+/)[0] as keyof RouteRow);
const SAVE = `update route r set ${SAVED_KEYS.map((key) => `${key} = c.${key}`).join(", ")}
  from json_to_recordset($2::json) as c(id bigint, ${SAVED_COLUMNS}) where r.business_id = $1 and r.id = c.id`;

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
  | "pause_reported_at"
  | "resume_reported_at"
  | "returned_at"
  | "load"
  | "stops_total"
  | "stops_resolved"
  | "plan_version"
  | "closing"
>;

/** Update members of routes and increment each version. Returns the new rows, in the order given. */
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
  /** As it was planned with these stops in this sequence; computed when absent. */
  figures?: RouteFigures | undefined;
  /** Ids of listed stops and tasks that were deleted: they are written again with these ids. */
  restored?: { stops: ReadonlySet<number>; tasks: ReadonlySet<number> };
}

/**
 * Replace the stops of locked routes: stops that are not listed are deleted with their tasks; each plan version increases.
 *
 * `roads` are the legs known by road. A route that needs an unknown leg is computed in straight lines and marked so;
 * if there is a road matrix, a job measures it later.
 */
export async function saveStops(
  context: Pick<Context, "db" | "business_id" | "providers" | "enqueue" | "settings" | "now">,
  changes: readonly StopsChange[],
  roads: RoadLegs,
): Promise<RouteRow[]> {
  if (changes.length === 0) return [];
  const { db, business_id } = context;
  const order_ids = changes.flatMap(({ stops }) =>
    stops.flatMap((stop) => stop.tasks.map((task) => task.order_id)),
  );
  const [{ settings, time_zone }, amounts] = await Promise.all([
    loadSettings(db, business_id),
    loadAmounts(db, business_id, order_ids),
  ]);
  const by = {
    settings: getPlanningSettings(settings, context.settings),
    time_zone,
    roads,
    now: context.now,
  };
  const schedules = changes.map(({ route, stops, set, figures }) =>
    recalculateSchedule({ ...route, ...set }, stops, amounts, by, figures),
  );
  const rows = changes.flatMap(({ route, stops }, at) =>
    stops.map((stop, index) => ({
      ...stop,
      ...schedules[at]?.stops[index],
      seq: index + 1,
      route_id: route.id,
    })),
  );
  const is_deleted = new Set(changes.flatMap(({ restored }) => [...(restored?.stops ?? [])]));
  const [, , , , saved] = await Promise.all([
    deleteStops(context, changes),
    updateStops(
      context,
      rows.filter((row) => row.id !== 0 && !is_deleted.has(row.id)),
    ),
    insertStops(
      context,
      rows.filter((row) => row.id === 0),
    ),
    restoreStops(
      context,
      rows.filter((row) => is_deleted.has(row.id)),
      changes.flatMap(({ stops, restored }) =>
        stops.flatMap(({ id, tasks }) =>
          tasks.filter((task) => restored?.tasks.has(task.id)).map((task) => ({ ...task, stop_id: id })),
        ),
      ),
    ),
    saveRoutes(
      context,
      changes.map(({ route, set }, at) => ({
        route,
        set: { ...schedules[at]?.set, plan_version: route.plan_version + 1, ...set },
      })),
    ),
  ]);
  enqueueMeasurement(context, saved);
  return saved;
}

/** Enqueue the job for open routes that had to be computed in straight lines although there is a road matrix. */
function enqueueMeasurement(
  { business_id, providers, enqueue }: Pick<Context, "business_id" | "providers" | "enqueue">,
  routes: readonly RouteRow[],
): void {
  if (providers.matrix === null) return;
  for (const { id, status, stops_total, distances } of routes) {
    if (distances === "road" || stops_total === 0 || !isOpenRoute(status)) continue;
    enqueue({ name: "measure-route", data: { business_id, route_id: id }, unique_key: `route/${id}` });
  }
}

/** Units, weight, volume and pallets of orders. */
export async function loadAmounts(
  db: Db,
  business_id: number,
  order_ids: readonly number[],
): Promise<Map<number, RouteLoad>> {
  const rows = await db.rows<RouteLoad & { id: number }>(
    "select id, units, weight_g, volume_cm3, pallets from delivery_order where business_id = $1 and id = any($2::bigint[])",
    [business_id, [...new Set(order_ids)]],
  );
  return new Map(rows.map(({ id, ...amounts }) => [id, amounts]));
}

/** Delete stops that are no longer listed, and tasks that are no longer on their stop. */
async function deleteStops(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  changes: readonly { route: RouteRow; stops: readonly PlacedStop[] }[],
): Promise<void> {
  const routes = changes.map(({ route }) => route.id);
  const stops = changes.flatMap((change) => change.stops).filter((stop) => stop.id !== 0);
  const tasks = stops.flatMap((stop) => stop.tasks).filter((task) => task.id !== 0);
  const removed = tasks.filter((task) => task.status === "REMOVED").map((task) => task.id);
  await Promise.all([
    db.execute(
      "delete from stop where business_id = $1 and route_id = any($2::bigint[]) and not (id = any($3::bigint[]))",
      [business_id, routes, stops.map((stop) => stop.id)],
    ),
    db.execute(
      "delete from stop_task where business_id = $1 and stop_id = any($2::bigint[]) and not (id = any($3::bigint[]))",
      [business_id, stops.map((stop) => stop.id), tasks.map((task) => task.id)],
    ),
    db.execute(
      "update stop_task set status = 'REMOVED' where business_id = $1 and id = any($2::bigint[]) and status = 'PENDING'",
      [business_id, removed],
    ),
  ]);
}

type SequencedStop = PlacedStop & { seq: number; route_id: number };

async function updateStops(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  stops: readonly SequencedStop[],
): Promise<void> {
  if (stops.length === 0) return;
  await db.execute(
    `update stop s set route_id = c.route_id, seq = c.seq, lat = c.lat, lng = c.lng, window_start = c.window_start, window_end = c.window_end,
       planned_arrival_at = c.planned_arrival_at, planned_departure_at = c.planned_departure_at,
       leg_distance_m = c.leg_distance_m, leg_duration_s = c.leg_duration_s, version = s.version + 1
      from json_to_recordset($2::json) as c(id bigint, route_id bigint, seq int, lat float8, lng float8, window_start timestamptz, window_end timestamptz,
        planned_arrival_at timestamptz, planned_departure_at timestamptz, leg_distance_m int, leg_duration_s float8)
      where s.business_id = $1 and s.id = c.id`,
    [business_id, JSON.stringify(stops.map(({ tasks: _tasks, ...stop }) => stop))],
  );
}

/** Insert stops and their tasks in one statement; the tasks are joined to the new stops by route and sequence number. */
async function insertStops(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  stops: readonly SequencedStop[],
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
       from json_to_recordset($2::json) as s(route_id bigint, seq int, lat float8, lng float8, window_start timestamptz,
         window_end timestamptz, service_time_s int, planned_arrival_at timestamptz, planned_departure_at timestamptz,
         leg_distance_m int, leg_duration_s float8) order by s.route_id, s.seq
       returning id, route_id, seq)
     insert into stop_task (business_id, stop_id, order_id, action)
     select $1, made.id, t.order_id, t.action
       from json_to_recordset($3::json) as t(route_id bigint, seq int, at int, order_id bigint, action text)
       join made on made.route_id = t.route_id and made.seq = t.seq order by t.route_id, t.seq, t.at`,
    [business_id, JSON.stringify(rows), JSON.stringify(tasks)],
  );
}

/** Write deleted stops and tasks again, with the ids that they had. */
async function restoreStops(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  stops: readonly SequencedStop[],
  tasks: readonly (PlacedStop["tasks"][number] & { stop_id: number })[],
): Promise<void> {
  if (stops.length > 0)
    await db.execute(
      `insert into stop (id, business_id, route_id, seq, lat, lng, status, window_start, window_end, service_time_s,
         planned_arrival_at, planned_departure_at, leg_distance_m, leg_duration_s) overriding system value
       select s.id, $1, s.route_id, s.seq, s.lat, s.lng, s.status, s.window_start, s.window_end, s.service_time_s,
         s.planned_arrival_at, s.planned_departure_at, s.leg_distance_m, s.leg_duration_s
       from json_to_recordset($2::json) as s(id bigint, route_id bigint, seq int, lat float8, lng float8, status text,
         window_start timestamptz, window_end timestamptz, service_time_s int, planned_arrival_at timestamptz,
         planned_departure_at timestamptz, leg_distance_m int, leg_duration_s float8)`,
      [business_id, JSON.stringify(stops.map(({ tasks: _tasks, ...stop }) => stop))],
    );
  if (tasks.length > 0)
    await db.execute(
      `insert into stop_task (id, business_id, stop_id, order_id, action, status) overriding system value
       select t.id, $1, t.stop_id, t.order_id, t.action, t.status
       from json_to_recordset($2::json) as t(id bigint, stop_id bigint, order_id bigint, action text, status text)`,
      [business_id, JSON.stringify(tasks)],
    );
}

/** What the driver reported of a stop. */
export async function saveStopProgress(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  stop: Pick<StopRow, "id" | "status" | "arrived_at" | "done_at" | "status_at" | "note" | "noted_at">,
): Promise<void> {
  await db.execute(
    `update stop set status = $3, arrived_at = $4, done_at = $5, status_at = $6, note = $7, noted_at = $8, version = version + 1
      where business_id = $1 and id = $2`,
    [
      business_id,
      stop.id,
      stop.status,
      stop.arrived_at,
      stop.done_at,
      stop.status_at,
      stop.note,
      stop.noted_at,
    ],
  );
}

/** Outcomes of tasks, each with its own moment. */
export async function saveTaskStates(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  tasks: readonly { id: number; status?: TaskRow["status"]; done_at?: string | null }[],
): Promise<void> {
  await db.execute(
    `update stop_task t set status = c.status, done_at = c.done_at
      from json_to_recordset($2::json) as c(id bigint, status text, done_at timestamptz)
      where t.business_id = $1 and t.id = c.id`,
    [business_id, JSON.stringify(tasks)],
  );
}
