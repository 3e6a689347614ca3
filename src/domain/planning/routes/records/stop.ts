/** Stops of routes: what one is, how those of whole routes are read and written. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";
import type { PlacedStop } from "../stops.ts";
import type { RouteRow } from "./route.ts";
import { deleteTasks, removeTasks, restoreTasks, type TaskRow } from "./stop-task.ts";

export interface StopRow extends Row<"stop"> {
  status: "PENDING" | "ARRIVED" | "DONE" | "PARTIAL" | "FAILED" | "SKIPPED";
  /** Driving from the previous stop, seconds, not rounded. */
  leg_duration_s: number;
  /** When the latest reported arrival or skip happened: of several, the latest decides whether the stop is skipped. */
  status_at: string | null;
}

export interface StopWithTasks extends StopRow {
  tasks: TaskRow[];
}

const StopRecord = defineRecord<"stop", StopRow>("stop");

type Writer = Pick<Context, "db" | "business_id">;

/** Stops of routes in sequence, each with its tasks. */
export async function loadStops(
  db: Db,
  business_id: number,
  route_ids: readonly number[],
): Promise<StopWithTasks[]> {
  const [stops, tasks] = await Promise.all([
    db.rows<StopRow>(
      "select * from stop where business_id = $1 and route_id = any($2::bigint[]) order by route_id, seq",
      [business_id, [...route_ids]],
    ),
    db.rows<TaskRow>(
      `select t.*
         from stop s join stop_task t on t.business_id = s.business_id and t.stop_id = s.id
        where s.business_id = $1 and s.route_id = any($2::bigint[]) order by t.id`,
      [business_id, [...route_ids]],
    ),
  ]);
  const byStop = Map.groupBy(tasks, (task) => task.stop_id);
  return stops.map((stop) => ({ ...stop, tasks: byStop.get(stop.id) ?? [] }));
}

// The stops of all routes of a change are written with one statement of each kind, whatever their number: a planned day has
// thousands, and a new stop gets its tasks in the statement that gives it its id.

/** Delete stops that are no longer listed, and tasks that are no longer on their stop. */
export async function deleteStops(
  context: Writer,
  changes: readonly { route: RouteRow; stops: readonly PlacedStop[] }[],
): Promise<void> {
  const { db, business_id } = context;
  const routes = changes.map(({ route }) => route.id);
  const stops = changes.flatMap((change) => change.stops).filter((stop) => stop.id !== 0);
  const tasks = stops.flatMap((stop) => stop.tasks).filter((task) => task.id !== 0);
  const removed = tasks.filter((task) => task.status === "REMOVED").map((task) => task.id);
  await Promise.all([
    db.execute(
      "delete from stop where business_id = $1 and route_id = any($2::bigint[]) and not (id = any($3::bigint[]))",
      [business_id, routes, stops.map((stop) => stop.id)],
    ),
    deleteTasks(
      context,
      stops.map((stop) => stop.id),
      tasks.map((task) => task.id),
    ),
    removeTasks(context, "id", removed),
  ]);
}

type SequencedStop = PlacedStop & { seq: number; route_id: number };

/** Stops that stay, in their new sequence. */
export async function updateStops(
  { db, business_id }: Writer,
  stops: readonly SequencedStop[],
): Promise<void> {
  if (stops.length === 0) return;
  await db.execute(
    `update stop s set route_id = c.route_id, seq = c.seq, lat = c.lat, lng = c.lng, window_start = c.window_start, window_end = c.window_end,
       planned_arrival_at = c.planned_arrival_at, planned_departure_at = c.planned_departure_at,
       leg_distance_m = c.leg_distance_m, leg_duration_s = c.leg_duration_s, version = s.version + 1
      from json_populate_recordset(null::stop, $2::json) c
      where s.business_id = $1 and s.id = c.id`,
    [business_id, JSON.stringify(stops.map(({ tasks: _tasks, ...stop }) => stop))],
  );
}

/** Insert stops and their tasks in one statement; the tasks are joined to the new stops by route and sequence number. */
export async function insertStops(
  { db, business_id }: Writer,
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
       from json_populate_recordset(null::stop, $2::json) s order by s.route_id, s.seq
       returning id, route_id, seq)
     insert into stop_task (business_id, stop_id, order_id, action)
     select $1, made.id, t.order_id, t.action
       from json_to_recordset($3::json) as t(route_id bigint, seq int, at int, order_id bigint, action text)
       join made on made.route_id = t.route_id and made.seq = t.seq order by t.route_id, t.seq, t.at`,
    [business_id, JSON.stringify(rows), JSON.stringify(tasks)],
  );
}

/** Write deleted stops and tasks again, with the ids that they had. */
export async function restoreStops(
  context: Writer,
  stops: readonly SequencedStop[],
  tasks: readonly (PlacedStop["tasks"][number] & { stop_id: number })[],
): Promise<void> {
  const { db, business_id } = context;
  if (stops.length > 0)
    await db.execute(
      `insert into stop (id, business_id, route_id, seq, lat, lng, status, window_start, window_end, service_time_s,
         planned_arrival_at, planned_departure_at, leg_distance_m, leg_duration_s) overriding system value
       select s.id, $1, s.route_id, s.seq, s.lat, s.lng, s.status, s.window_start, s.window_end, s.service_time_s,
         s.planned_arrival_at, s.planned_departure_at, s.leg_distance_m, s.leg_duration_s
       from json_populate_recordset(null::stop, $2::json) s`,
      [business_id, JSON.stringify(stops.map(({ tasks: _tasks, ...stop }) => stop))],
    );
  await restoreTasks(context, tasks);
}

/** What the driver reported of a stop. */
export const saveStopProgress = (
  context: Pick<Context, "db" | "business_id" | "now">,
  stop: Pick<StopRow, "id" | "status" | "arrived_at" | "done_at" | "status_at" | "note" | "noted_at">,
): Promise<StopRow> => {
  const { status, arrived_at, done_at, status_at, note, noted_at } = stop;
  return StopRecord.change(context, stop, { status, arrived_at, done_at, status_at, note, noted_at });
};
