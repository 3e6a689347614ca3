/** Wait for a route that somebody else has. */
import Type from "typebox";
import { requireDriver } from "#domain/fleet/fleets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { requireEligible } from "../eligibility.ts";
import { messages } from "../messages.ts";
import { lockVisibleOffer } from "../offers.ts";
import { insertClaim } from "../records/route-claim.ts";
import { isClaimPeriodOpen } from "../rules.ts";
import { DriverOfferAnswer } from "../shapes.ts";
import { answerOffer } from "../views.ts";

export const joinStandby = defineOperation({
  name: "driverRouteOfferStandby",
  summary: "Wait for a claimed route",
  destructive: false,
  access: { roles: ["driver"], scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/driver/route-board/offers/{route_id}/standby" },
  localised: true,
  input: Type.Object({ route_id: Ref("route") }),
  output: DriverOfferAnswer,
  refusals: { not_claimed: "conflict", board_closed: "conflict", not_eligible: "forbidden" },

  async run(context, { route_id }) {
    const { now, refuse, emit } = context;
    const driver_id = requireDriver(context);
    const { board, offer, route, claims, active_claim, fleet } = await lockVisibleOffer(context, route_id);
    // Asked twice, or the holder: the place is theirs already.
    if (claims.some((claim) => claim.driver_id === driver_id))
      return answerOffer(context, driver_id, route_id);
    if (
      offer.state === "closed" ||
      fleet.status !== "active" ||
      !isClaimPeriodOpen(board, route.planned_start_at, now)
    )
      throw refuse("board_closed", { message: messages.board_closed });
    if (active_claim === undefined && route.driver_id === null)
      throw refuse("not_claimed", { message: messages.not_claimed });
    await requireEligible(context, driver_id, route);
    await insertClaim(context, { route_id, driver_id, state: "standby" });
    emit({
      subject: { type: "route_offer", id: route_id },
      kind: "standby.joined",
      payload: { route_id, fleet_id: fleet.id, driver_id },
    });
    return answerOffer(context, driver_id, route_id);
  },
});
