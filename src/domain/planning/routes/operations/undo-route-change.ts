/**
 * Undo a change of stops: every route that it changed is again what it was before, ids, sequence and planned times
 * included.
 *
 * Undoing is a change itself, so that undoing the answer's `change_id` does it again. Refused when one of the routes is
 * no longer as the change left it: nothing that somebody else did is overwritten. Changes are kept for a week.
 * Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { Id } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { canSeeRoute, findPlannedAccounts, refuseInvalidTransition } from "../command.ts";
import { messages } from "../messages.ts";
import { digestStops, findChange, lockRoutesOfChange, recordChange } from "../records/route-change.ts";
import { restoreRoutes } from "../restore.ts";
import { canEditStops, refusalToPlan } from "../rules.ts";
import { buildScheduledRoutes, ScheduledRoute } from "../schedule.ts";
import { describeRouteChanges, findLatestChanges } from "../who-changed.ts";

export const undoRouteChange = defineOperation({
  name: "clientRouteChangeUndo",
  summary: "Undo a change of the stops of routes",
  description:
    "Every route that the change touched is again what it was before it: stops, sequence, planned times, distances and " +
    "ids are equal, versions and times of change are not. Undoing the answer's `change_id` does it again.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/route-changes/{change_id}/undo" },
  input: Type.Object({ change_id: Ref("route_change") }),
  output: Type.Object({
    result: Type.Boolean(),
    change_id: Ref("route_change", { ...Id, description: "Undoing this one does the change again." }),
    routes: Type.Array(ScheduledRoute, { description: "Every route that changed." }),
  }),
  refusals: { changed_since: "conflict", invalid_transition: "conflict", orders_refused: "conflict" },

  async run(context, { change_id }) {
    const { actor, refuse } = context;
    const change = await findChange(context, change_id);
    if (change === undefined) throw refuse("not_found", { message: messages.unknown_change });
    const { routes, orders } = await lockRoutesOfChange(context, change);
    const routes_with_stops = [...routes.values()];
    if (
      routes_with_stops.length < change.before.length ||
      routes_with_stops.some(({ route }) => !canSeeRoute(actor, route))
    )
      throw refuse("not_found", { message: messages.unknown_change });
    const digests = new Map(change.after.map(({ route_id, digest }) => [route_id, digest]));
    const changed = routes_with_stops.filter(
      (route_with_stops) => digests.get(route_with_stops.route.id) !== digestStops(route_with_stops),
    );
    if (changed.length > 0) {
      const changes = await findLatestChanges(
        context,
        changed.map(({ route }) => ({ ...route, limit: 1 })),
      );
      throw refuse("changed_since", {
        message: (await describeRouteChanges(context, changes)) ?? messages.changed_since,
        errors: changed.map(({ route }) => ({
          field: "change_id",
          code: "changed_since",
          message: messages.route_changed.with({ route: route.number }),
        })),
      });
    }
    for (const { route } of routes_with_stops)
      if (!canEditStops(route)) throw refuseInvalidTransition(context, route);

    const errors: RefusalDetail[] = [];
    for (const image of change.before) {
      const planned_accounts = await findPlannedAccounts(
        context,
        routes.get(image.id)?.route.contractor_id ?? null,
      );
      for (const { order_id, status } of image.stops.flatMap(({ tasks }) => tasks)) {
        const order = orders.get(order_id);
        if (status === "REMOVED" || (order !== undefined && routes.has(order.route_id ?? 0))) continue;
        const refusal = refusalToPlan(order, planned_accounts);
        if (refusal !== null) errors.push({ order_id, message: messages[refusal], code: refusal });
      }
    }
    if (errors.length > 0) throw refuse("orders_refused", { message: messages.orders_refused, errors });

    await restoreRoutes(context, change.before, routes, orders);
    const recorded_change = await recordChange(context, routes_with_stops);
    return {
      result: true,
      change_id: recorded_change.change_id,
      routes: await buildScheduledRoutes(context, recorded_change.routes),
    };
  },
});
