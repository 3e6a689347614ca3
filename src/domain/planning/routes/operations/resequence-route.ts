/** Change the sequence of a route's stops. On a route in progress the visited stops stay first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import {
  buildRouteResponse,
  ChangedRouteResponse,
  canSeeRoute,
  lockRoute,
  refuseInvalidTransition,
} from "../command.ts";
import { listWaypoints } from "../legs.ts";
import { messages } from "../messages.ts";
import { recordChange } from "../records/route-change.ts";
import { fetchMissingLegs, mergeRoadLegs } from "../roads.ts";
import { readRoute } from "../route-with-stops.ts";
import { canEditStops, resequenceStops } from "../rules.ts";
import { saveStops } from "../save-stops.ts";

export const resequenceRoute = defineOperation({
  name: "clientRouteResequence",
  summary: "Resequence a route's stops",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes/{route_id}/resequence" },
  input: Type.Object({
    route_id: Ref("route"),
    stop_ids: Type.Array(Ref("stop"), {
      minItems: 1,
      maxItems: 1000,
      description: "Every stop that is not visited yet, in the new sequence.",
    }),
  }),
  output: ChangedRouteResponse,
  refusals: { invalid_transition: "conflict", not_its_stops: "invalid", pickup_after_dropoff: "invalid" },

  prepare: (context, { route_id, stop_ids }) =>
    fetchMissingLegs(context, async () => {
      const route_with_stops = await readRoute(context.db, context.business_id, route_id);
      const stops =
        route_with_stops === undefined ? "not_its_stops" : resequenceStops(route_with_stops.stops, stop_ids);
      if (
        route_with_stops === undefined ||
        typeof stops === "string" ||
        !canSeeRoute(context.actor, route_with_stops.route)
      )
        return null;
      return { routes: [route_with_stops], ways: [listWaypoints(route_with_stops.route, stops)] };
    }),

  async run(context, { route_id, stop_ids }, fetched_legs) {
    const { route_with_stops } = await lockRoute(context, route_id);
    const { route } = route_with_stops;
    if (!canEditStops(route)) throw refuseInvalidTransition(context, route);
    const stops = resequenceStops(route_with_stops.stops, stop_ids);
    if (typeof stops === "string") {
      throw context.refuse(stops, {
        message: messages[stops],
        errors: [{ field: "stop_ids", message: messages[stops] }],
      });
    }
    const [saved] = await saveStops(
      context,
      [{ route, stops }],
      mergeRoadLegs([route_with_stops], fetched_legs),
    );
    context.emit({
      subject: { type: "route", id: route_id },
      kind: "route.resequenced",
      payload: { stop_ids, plan_version: saved?.plan_version },
      before: { planned_distance_m: route.planned_distance_m },
      after: { planned_distance_m: saved?.planned_distance_m },
    });
    const { change_id } = await recordChange(context, [route_with_stops]);
    return { ...(await buildRouteResponse(context, route_id)), change_id };
  },
});
