/**
 * Decide who has a route of the board, with a reason: a named driver, or the next in the queue. Skills and capacity are checked as
 * for a claim; the cut-off and the order of those who wait are not.
 */
import Type from "typebox";
import {
  OWNER_ROLES,
  pushToDrivers,
  releaseRouteShift,
  SHIFT_CHECK_REFUSALS,
} from "#domain/fleet/fleets/public.ts";
import { isUnreleased } from "#domain/planning/routes/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { assignRoute, notifyLost, promoteNext } from "../assign-claims.ts";
import { answerDispatchBoard, getOwnedFleet } from "../dispatch-board.ts";
import { messages } from "../messages.ts";
import { lockOffer } from "../offers.ts";
import { endClaim } from "../records/route-claim.ts";
import { saveOffer } from "../records/route-offer.ts";
import { DispatchBoardAnswer, Reason } from "../shapes.ts";

export const overrideOffer = defineOperation({
  name: "clientRouteBoardOverride",
  summary: "Decide who has a route of the board",
  access: { roles: OWNER_ROLES, scopes: ["fleets:write", "routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/route-board/{fleet_id}/override" },
  localised: true,
  input: Type.Object({
    fleet_id: Ref("fleet"),
    route_id: Ref("route"),
    driver_id: Nullable(Ref("driver", { ...Id, description: "null: the next who waits, or nobody." })),
    reason: Reason,
  }),
  output: DispatchBoardAnswer,
  refusals: {
    ...SHIFT_CHECK_REFUSALS,
    overlapping: "conflict",
    board_closed: "conflict",
    route_released: "conflict",
    not_eligible: "forbidden",
  },

  async run(context, { fleet_id, route_id, driver_id, reason }) {
    const { refuse, emit } = context;
    const unknown = () => refuse("not_found", { message: messages.unknown_offer });
    const locked = await lockOffer(context, route_id);
    const fleet = await getOwnedFleet(context, fleet_id, true);
    if (locked === undefined || locked.board.fleet_id !== fleet.id) throw unknown();
    const { route, active_claim, claims, offer } = locked;
    if (offer.state === "closed") throw refuse("board_closed", { message: messages.board_closed });
    if (driver_id !== null && driver_id === active_claim?.driver_id && driver_id === route.driver_id)
      return answerDispatchBoard(context, fleet, route.date);
    if (!isUnreleased(route.status) && !(route.status === "RELEASED" && driver_id !== null))
      throw refuse("route_released", { message: messages.route_released });
    if (active_claim !== undefined) await endClaim(context, active_claim, "lost");
    await releaseRouteShift(context, route_id);
    const rest = {
      ...locked,
      claims: claims.filter((claim) => claim !== active_claim),
      active_claim: undefined,
    };
    let given_to = driver_id;
    if (driver_id === null) given_to = await promoteNext(context as never, fleet, rest);
    else {
      await assignRoute(context, fleet, rest, driver_id, "held");
      await saveOffer(context, route_id, "standby_only", reason.trim());
      await pushToDrivers(context, [driver_id], "route_offer_overridden", { route_id });
    }
    emit({
      subject: { type: "route_offer", id: route_id },
      kind: "route_offer.overridden",
      payload: {
        route_id,
        fleet_id,
        driver_id: given_to,
        former_driver_id: route.driver_id,
        reason: reason.trim(),
        state: driver_id !== null ? "standby_only" : given_to === null ? "open" : "claimed",
      },
    });
    if (active_claim !== undefined) await notifyLost(context, fleet_id, [active_claim]);
    return answerDispatchBoard(context, fleet, route.date);
  },
});
