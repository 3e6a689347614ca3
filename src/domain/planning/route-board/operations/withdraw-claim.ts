/** Give a claimed route back: the first who waits and may have it gets it. */
import Type from "typebox";
import { formatLocal, releaseRouteShift, requireDriver } from "#domain/fleet/fleets/public.ts";
import { isUnreleased } from "#domain/planning/routes/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { promoteNext } from "../assign-claims.ts";
import { messages } from "../messages.ts";
import { lockVisibleOffer } from "../offers.ts";
import { endClaim } from "../records/route-claim.ts";
import { canWithdraw, findCutOff, needsConfirmation } from "../rules.ts";
import { DriverOfferAnswer } from "../shapes.ts";
import { answerOffer } from "../views.ts";

export const withdrawClaim = defineOperation({
  name: "driverRouteOfferWithdraw",
  summary: "Withdraw the claim of a route",
  access: { roles: ["driver"], scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/driver/route-board/offers/{route_id}/withdraw" },
  localised: true,
  input: Type.Object({ route_id: Ref("route") }),
  output: DriverOfferAnswer,
  refusals: { not_holder: "conflict", past_cut_off: "conflict", route_released: "conflict" },

  async run(context, { route_id }) {
    const { now, business, refuse, emit } = context;
    const driver_id = requireDriver(context);
    const locked = await lockVisibleOffer(context, route_id);
    const { board, route, claims, active_claim, fleet } = locked;
    if (active_claim?.driver_id !== driver_id || route.driver_id !== driver_id)
      throw refuse("not_holder", { message: messages.not_holder });
    if (!isUnreleased(route.status)) throw refuse("route_released", { message: messages.route_released });
    const cut_off = findCutOff(board, route.planned_start_at);
    if (!canWithdraw(cut_off, needsConfirmation(active_claim, route.plan_version), now))
      throw refuse("past_cut_off", {
        message: messages.past_cut_off,
        values: { until: formatLocal(cut_off ?? now, business.time_zone) },
        extra: { withdraw_until: cut_off?.toISOString() ?? null },
      });
    await endClaim(context, active_claim, "withdrawn");
    await releaseRouteShift(context, route_id);
    emit({
      subject: { type: "route_offer", id: route_id },
      kind: "route.withdrawn",
      payload: { route_id, fleet_id: fleet.id, driver_id },
    });
    const rest = claims.filter((claim) => claim !== active_claim);
    await promoteNext(context as never, fleet, { ...locked, claims: rest, active_claim: undefined });
    return answerOffer(context, driver_id, route_id);
  },
});
