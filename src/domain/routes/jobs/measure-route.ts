/**
 * Reckon a route by road that had to be reckoned in straight lines: the matrix did not answer when it changed, or a
 * stop was taken off where nobody could ask. Tried again while the matrix is away.
 *
 * A route that was reckoned by road meanwhile, is not open any more, or has a leg no road leads along is left alone.
 */
import { defineJob } from "#operation/job.ts";
import { readerOf } from "#platform/db/db.ts";
import { knownLegs, unknownLegs, wayOf } from "../legs.ts";
import { askLegs } from "../roads.ts";
import { lockRoute, readRoute, type WholeRoute } from "../rows.ts";
import { saveStops } from "../save.ts";
import { isOpenRoute } from "../status.ts";

const PATIENCE_MS = 30_000;

export const measureRoute = defineJob({
  name: "measure-route",
  retries: 10,
  expires_s: 300,
  async run({ mechanism, actor, transaction }, data) {
    const { matrix } = mechanism.providers;
    const route_id = Number(data["route_id"]);
    const { business_id } = actor;
    if (matrix === null) return;
    const found = await readRoute(readerOf(mechanism.pools.service, business_id), business_id, route_id);
    if (found === undefined || isMeasured(found)) return;
    const wanted = unknownLegs([wayOf(found.route, found.stops)], knownLegs([found]));
    const roads = await askLegs(matrix, wanted, PATIENCE_MS);
    await transaction(async (context) => {
      const whole = await lockRoute(context.db, context.business_id, route_id);
      if (whole === undefined || isMeasured(whole)) return;
      const { route, stops } = whole;
      // Changed while the matrix was asked: that change has left a job of its own.
      if (unknownLegs([wayOf(route, stops)], roads).length > 0) return;
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

function isMeasured({ route, stops }: WholeRoute): boolean {
  return route.distances === "road" || stops.length === 0 || !isOpenRoute(route.status);
}
