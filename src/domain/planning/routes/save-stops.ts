/**
 * The only place where the stops of routes are planned: sequence, planned times, load and counts are written together.
 *
 * Callers have locked the route and checked their rules; they emit the event, because they know the reason of the change.
 */
import { getPlanningSettings, loadSettings } from "#domain/identity/settings/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Db } from "#platform/db/db.ts";
import type { RoadLegs } from "./legs.ts";
import { recalculateSchedule } from "./recalculate-schedule.ts";
import { type Changeable, type RouteLoad, type RouteRow, saveRoutes } from "./records/route.ts";
import { deleteStops, insertStops, restoreStops, updateStops } from "./records/stop.ts";
import { isOpenRoute } from "./status.ts";
import type { PlacedStop } from "./stops.ts";
import type { RouteFigures } from "./timing.ts";

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
  context: Pick<
    Context,
    "db" | "business_id" | "providers" | "enqueue" | "settings" | "business_settings" | "now"
  >,
  changes: readonly StopsChange[],
  roads: RoadLegs,
): Promise<RouteRow[]> {
  if (changes.length === 0) return [];
  const { db, business_id } = context;
  const order_ids = changes.flatMap(({ stops }) =>
    stops.flatMap((stop) => stop.tasks.map((task) => task.order_id)),
  );
  const [{ settings, time_zone }, amounts] = await Promise.all([
    loadSettings(context),
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
