/** Agree to the changed plan of a claimed route. The shift that was made for it gets the new times. */
import Type from "typebox";
import { requireDriver, SHIFT_CHECK_REFUSALS } from "#domain/fleet/fleets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { renewShift } from "../assign-claims.ts";
import { messages } from "../messages.ts";
import { lockVisibleOffer } from "../offers.ts";
import { RouteClaimRecord } from "../records/route-claim.ts";
import { needsConfirmation } from "../rules.ts";
import { DriverOfferAnswer } from "../shapes.ts";
import { answerOffer } from "../views.ts";

export const confirmClaim = defineOperation({
  name: "driverRouteOfferConfirm",
  summary: "Agree to the changed plan of a claimed route",
  access: { roles: ["driver"], scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/driver/route-board/offers/{route_id}/confirm" },
  localised: true,
  input: Type.Object({ route_id: Ref("route") }),
  output: DriverOfferAnswer,
  refusals: {
    ...SHIFT_CHECK_REFUSALS,
    not_holder: "conflict",
    overlapping: "conflict",
    not_eligible: "forbidden",
  },

  async run(context, { route_id }) {
    const { refuse, emit } = context;
    const driver_id = requireDriver(context);
    const { route, active_claim, fleet } = await lockVisibleOffer(context, route_id);
    if (active_claim?.driver_id !== driver_id || route.driver_id !== driver_id)
      throw refuse("not_holder", { message: messages.not_holder });
    if (needsConfirmation(active_claim, route.plan_version)) {
      await renewShift(context, fleet, route, driver_id);
      await RouteClaimRecord.change(context, active_claim, {
        confirmed_plan_version: route.plan_version,
        asked_plan_version: route.plan_version,
      });
      emit({
        subject: { type: "route_offer", id: route_id },
        kind: "route_offer.confirmed",
        payload: { route_id, fleet_id: fleet.id, driver_id, plan_version: route.plan_version },
      });
    }
    return answerOffer(context, driver_id, route_id);
  },
});
