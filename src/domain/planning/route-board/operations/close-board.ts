/** Take routes off the board, with a reason. A claimed route stays with its driver; drivers on standby are notified. */
import Type from "typebox";
import { OWNER_ROLES } from "#domain/fleet/fleets/public.ts";
import { changeRoutePosting } from "#domain/planning/routes/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { Ref } from "#vocabulary/ref.ts";
import { notifyLost } from "../assign-claims.ts";
import { getOwnedFleet } from "../dispatch-board.ts";
import { messages } from "../messages.ts";
import { lockOffer } from "../offers.ts";
import { endClaim } from "../records/route-claim.ts";
import { saveOffer } from "../records/route-offer.ts";
import { Reason } from "../shapes.ts";

export const closeBoard = defineOperation({
  name: "clientRouteBoardClose",
  summary: "Withdraw routes from the board of a fleet",
  access: { roles: OWNER_ROLES, scopes: ["fleets:write", "routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/route-board/{fleet_id}/close" },
  localised: true,
  input: Type.Object({
    fleet_id: Ref("fleet"),
    date: CalendarDate,
    route_ids: Type.Optional(
      Type.Array(Ref("route"), {
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
        description: "All of the day when absent.",
      }),
    ),
    reason: Reason,
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one route was taken off." }),
    ...bulkMembers,
    routes: Type.Array(
      Type.Object({
        route_id: Ref("route"),
        result: Type.Boolean(),
        error_code: Type.Optional(Type.String()),
        message: Type.Optional(Type.String()),
      }),
    ),
  }),
  refusals: { invalid_transition: "conflict" },

  async run(context, { fleet_id, date, route_ids, reason }) {
    const { db, business_id, say, emit } = context;
    const fleet = await getOwnedFleet(context, fleet_id);
    const offered = await db.rows<{ route_id: number }>(
      `select o.route_id from route_offer o join route_board b on b.business_id = $1 and b.id = o.board_id
        where o.business_id = $1 and b.fleet_id = $2 and b.date = $3::date and o.state <> 'closed' order by o.route_id`,
      [business_id, fleet.id, date],
    );
    const known_ids = new Set(offered.map(({ route_id }) => route_id));
    const items = [];
    for (const route_id of (route_ids ?? [...known_ids]).toSorted((a, b) => a - b)) {
      const locked = known_ids.has(route_id) ? await lockOffer(context, route_id) : undefined;
      if (locked === undefined || locked.offer.state === "closed") {
        const message = say(messages.unknown_offer);
        items.push({ route_id, result: false, error_code: "NOT_FOUND", message });
        continue;
      }
      const waiting = locked.claims.filter(({ state }) => state === "standby");
      for (const claim of waiting) await endClaim(context, claim, "lost");
      if (locked.route.status === "POSTED") await changeRoutePosting(context, locked.route, "unpost");
      await saveOffer(context, route_id, "closed", reason.trim());
      emit({
        subject: { type: "route_offer", id: route_id },
        kind: "route_offer.closed",
        payload: { route_id, fleet_id, reason: "closed" },
      });
      await notifyLost(context, fleet_id, waiting);
      items.push({ route_id, result: true });
    }
    return { ...bulkAnswer(items, ({ route_id }) => route_id), routes: items };
  },
});
