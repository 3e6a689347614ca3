/** Wait for a route no longer. */
import Type from "typebox";
import { requireDriver } from "#domain/fleet/fleets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { lockVisibleOffer } from "../offers.ts";
import { endClaim } from "../records/route-claim.ts";
import { DriverOfferAnswer } from "../shapes.ts";
import { answerOffer } from "../views.ts";

export const leaveStandby = defineOperation({
  name: "driverRouteOfferStandbyLeave",
  summary: "Wait for a route no longer",
  access: { roles: ["driver"], scopes: ["fleets:write"] },
  rest: { method: "DELETE", path: "/api/v1/driver/route-board/offers/{route_id}/standby" },
  localised: true,
  input: Type.Object({ route_id: Ref("route") }),
  output: DriverOfferAnswer,

  async run(context, { route_id }) {
    const driver_id = requireDriver(context);
    const { claims, fleet } = await lockVisibleOffer(context, route_id);
    const own_claim = claims.find((claim) => claim.driver_id === driver_id && claim.state === "standby");
    if (own_claim !== undefined) {
      await endClaim(context, own_claim, "withdrawn");
      context.emit({
        subject: { type: "route_offer", id: route_id },
        kind: "standby.left",
        payload: { route_id, fleet_id: fleet.id, driver_id },
      });
    }
    return answerOffer(context, driver_id, route_id);
  },
});
