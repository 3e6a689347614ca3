/** Routes: what one is, how its row is locked, stored, changed and summed up. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { reserveNumbers } from "#operation/records/counter.ts";
import type { Db } from "#platform/db/db.ts";
import type { Place } from "#vocabulary/place.ts";
import { canEditStops } from "../rules.ts";
import { getNextRouteStatus, isUnreleased, type RouteStatus } from "../status.ts";

/** Largest amounts on board at any moment. */
export interface RouteLoad {
  units: number;
  weight_g: number;
  volume_cm3: number;
  pallets: number;
}

export interface RouteRow extends Row<"route"> {
  status: RouteStatus;
  /** Null: it starts at a place that is no warehouse; the same for `end_warehouse_id`. */
  start_warehouse_id: number | null;
  start_place: Place;
  /** Null: the route ends at its last stop. */
  end_place: Place | null;
  /** Whether distances and times are by road or in straight lines. `road` only when every leg is. */
  distances: "road" | "straight_line";
  /** From the last stop to the end. */
  home_leg_distance_m: number;
  /** Seconds, not rounded. */
  home_leg_duration_s: number;
  /** The start that was chosen when it was planned; null: as soon as its shift, or the time at which it is changed, allows. */
  earliest_start_at: string | null;
  /** The latest pause and the latest resumption that the driver reported: the later of the two decides whether it is paused. */
  pause_reported_at: string | null;
  resume_reported_at: string | null;
  /** When the driver was back, as the driver reported. */
  returned_at: string | null;
  load: Partial<RouteLoad>;
  /** Increases with every change of stops or their sequence; the driver's phone compares it. */
  plan_version: number;
  closing: Record<string, unknown> | null;
}

const RouteRecord = defineRecord<"route", RouteRow>("route");

/** The rows of routes, without stops, locked in id order. Unknown ids are absent. */
export async function lockRouteRows(
  db: Db,
  business_id: number,
  ids: readonly number[],
): Promise<Map<number, RouteRow>> {
  const rows = await db.rows<RouteRow>(
    "select * from route where business_id = $1 and id = any($2::bigint[]) order by id for update",
    [business_id, [...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Our choice: a day has at most this many routes in one response. */
const ROUTES_OF_DATE_MAX = 1000;

/** Ids of the routes of a date in the sequence of their numbers, cancelled ones excepted. */
export async function findRouteIdsOfDate(
  db: Db,
  business_id: number,
  date: string,
  contractor_id: number | null,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `select id from route where business_id = $1 and date = $2::date and status <> 'CANCELLED'
       and ($3::bigint is null or contractor_id = $3) order by id limit ${ROUTES_OF_DATE_MAX}`,
    [business_id, date, contractor_id],
  );
  return rows.map(({ id }) => id);
}

type NewRoute = Pick<
  RouteRow,
  | "date"
  | "status"
  | "driver_id"
  | "contractor_id"
  | "vehicle_id"
  | "plan_run_id"
  | "start_warehouse_id"
  | "end_warehouse_id"
  | "start_place"
  | "end_place"
  | "earliest_start_at"
>;

/** New routes with the next numbers, in the order given. `saveStops` stores their stops as their first version. */
export async function insertRoutes(
  context: Context<never>,
  routes: readonly NewRoute[],
): Promise<RouteRow[]> {
  const first = await reserveNumbers(context, "route", routes.length);
  const created_by = context.actor.account_id;
  const inserted = await RouteRecord.insertMany(
    context,
    routes.map((route, index) => ({ ...route, number: `R${first + index}`, created_by })),
  );
  const rows = new Map(inserted.map((row) => [row.number, row]));
  return routes.map((_, index) => {
    const row = rows.get(`R${first + index}`);
    if (row === undefined) throw new Error("A route that was inserted has no row.");
    return { ...row, plan_version: 0, version: 0 };
  });
}

const CHANGEABLE = [
  "status",
  "driver_id",
  "contractor_id",
  "vehicle_id",
  "distances",
  "home_leg_distance_m",
  "home_leg_duration_s",
  "planned_distance_m",
  "planned_duration_s",
  "planned_start_at",
  "planned_end_at",
  "actual_start_at",
  "actual_end_at",
  "paused_at",
  "pause_reported_at",
  "resume_reported_at",
  "returned_at",
  "load",
  "stops_total",
  "stops_resolved",
  "plan_version",
  "closing",
] as const satisfies readonly (keyof RouteRow)[];
export type Changeable = Pick<RouteRow, (typeof CHANGEABLE)[number]>;

/** Routes that change together are written with one statement: a planned day has hundreds. */
const SAVE = `update route r set ${[...CHANGEABLE, "version"].map((key) => `${key} = c.${key}`).join(", ")}
  from json_populate_recordset(null::route, $2::json) c where r.business_id = $1 and r.id = c.id`;

/** Update members of routes and increment each version. Returns the new rows, in the order given. */
export async function saveRoutes(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  changes: readonly { route: RouteRow; set: Partial<Changeable> }[],
): Promise<RouteRow[]> {
  if (changes.length === 0) return [];
  const after = changes.map(({ route, set }) => ({ ...route, ...set, version: route.version + 1 }));
  const records = after.map((row) =>
    Object.fromEntries((["id", ...CHANGEABLE, "version"] as const).map((key) => [key, row[key]])),
  );
  await db.execute(SAVE, [business_id, JSON.stringify(records)]);
  return after;
}

/** The row of a route, with which commands are possible now. */
export function toRouteSummary(
  route: RouteRow,
  driver_name: string | null,
  counts: { orders: number; failed_attempts: number },
) {
  return {
    ...route,
    driver_name,
    orders: counts.orders,
    ...(counts.failed_attempts === 0 ? {} : { failed_attempts: counts.failed_attempts }),
    can_release: route.status === "ASSIGNED" && route.stops_total > 0,
    can_unrelease: getNextRouteStatus(route.status, "unrelease") !== null,
    can_reassign: getNextRouteStatus(route.status, "assign") !== null,
    can_edit_stops: canEditStops(route),
    can_split: isUnreleased(route.status),
    can_cancel: getNextRouteStatus(route.status, "cancel") !== null,
    can_close: getNextRouteStatus(route.status, "close") !== null,
  };
}
