/**
 * Recalculate by road a route that had to be computed in straight lines: the matrix did not respond when it changed, or a
 * stop was removed within a transaction, where the matrix cannot be called. Retried while the matrix is unavailable.
 *
 * A route that was computed by road meanwhile, is no longer open, or has a leg without a road is not changed.
 */
import { defineJob } from "#operation/define/job.ts";
import { collectKnownLegs, findUnknownLegs, listWaypoints } from "../legs.ts";
import { fetchLegs } from "../roads.ts";
import { lockRoute, type RouteWithStops, readRoute } from "../route-with-stops.ts";
import { saveStops } from "../save-stops.ts";
import { isOpenRoute } from "../status.ts";

const MATRIX_TIMEOUT_MS = 30_000;

export const measureRoute = defineJob({
  name: "measure-route",
  retries: 10,
  expires_s: 300,
  unique: "queued",
  async run({ runtime, reader: { db, business_id }, transaction }, data) {
    const { matrix } = runtime.providers;
    const route_id = Number(data["route_id"]);
    if (matrix === null) return;
    const loaded_route = await readRoute(db, business_id, route_id);
    if (loaded_route === undefined || isMeasured(loaded_route)) return;
    const unknown_legs = findUnknownLegs(
      [listWaypoints(loaded_route.route, loaded_route.stops)],
      collectKnownLegs([loaded_route]),
    );
    const roads = await fetchLegs(matrix, unknown_legs, MATRIX_TIMEOUT_MS);
    await transaction(async (context) => {
      const route_with_stops = await lockRoute(context.db, context.business_id, route_id);
      if (route_with_stops === undefined || isMeasured(route_with_stops)) return;
      const { route, stops } = route_with_stops;
      // The route changed during the matrix request: that change has enqueued its own job.
      if (findUnknownLegs([listWaypoints(route, stops)], roads).length > 0) return;
      const [saved] = await saveStops(context, [{ route, stops }], roads);
      context.emit({
        subject: { type: "route", id: route_id },
        kind: "route.measured",
        payload: { distances: saved?.distances, plan_version: saved?.plan_version },
        before: { planned_distance_m: route.planned_distance_m },
        after: { planned_distance_m: saved?.planned_distance_m },
      });
    });
  },
});

function isMeasured({ route, stops }: RouteWithStops): boolean {
  return route.distances === "road" || stops.length === 0 || !isOpenRoute(route.status);
}
