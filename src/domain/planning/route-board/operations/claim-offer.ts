/** Claim a route: the first driver has it. The time of the server decides, under the lock of the route. */
import Type from "typebox";
import { requireDriver, SHIFT_CHECK_REFUSALS } from "#domain/fleet/fleets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { assignRoute } from "../assign-claims.ts";
import { messages } from "../messages.ts";
import { lockVisibleOffer } from "../offers.ts";
import { saveOffer } from "../records/route-offer.ts";
import { isClaimPeriodOpen } from "../rules.ts";
import { DriverOfferAnswer } from "../shapes.ts";
import { answerOffer } from "../views.ts";

export const claimOffer = defineOperation({
  name: "driverRouteOfferClaim",
  summary: "Claim a route of the board",
  access: { roles: ["driver"], scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/driver/route-board/offers/{route_id}/claim" },
  localised: true,
  input: Type.Object({ route_id: Ref("route") }),
  output: DriverOfferAnswer,
  refusals: {
    ...SHIFT_CHECK_REFUSALS,
    already_claimed: "conflict",
    board_closed: "conflict",
    overlapping: "conflict",
    not_eligible: "forbidden",
  },

  async run(context, { route_id }) {
    const { now, refuse, emit } = context;
    const driver_id = requireDriver(context);
    const locked_offer = await lockVisibleOffer(context, route_id);
    const { board, offer, route, claims, active_claim, fleet } = locked_offer;
    // Asked twice: the route is theirs already.
    if (active_claim?.driver_id === driver_id && route.driver_id === driver_id)
      return answerOffer(context, driver_id, route_id);
    if (
      offer.state === "closed" ||
      fleet.status !== "active" ||
      !isClaimPeriodOpen(board, route.planned_start_at, now)
    )
      throw refuse("board_closed", { message: messages.board_closed });
    if (active_claim !== undefined || route.driver_id !== null || route.status !== "POSTED") {
      const waiting = claims.filter(({ state }) => state === "standby");
      const own_index = waiting.findIndex((claim) => claim.driver_id === driver_id);
      const position = own_index < 0 ? waiting.length + 1 : own_index + 1;
      throw refuse("already_claimed", {
        message: messages.already_claimed,
        values: { position },
        extra: { standby_position: position },
      });
    }
    await assignRoute(context, fleet, locked_offer, driver_id, "held");
    await saveOffer(context, route_id, "claimed");
    emit({
      subject: { type: "route_offer", id: route_id },
      kind: "route.claimed",
      payload: { route_id, fleet_id: fleet.id, driver_id },
    });
    return answerOffer(context, driver_id, route_id);
  },
});
