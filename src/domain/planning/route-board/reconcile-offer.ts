/** Brings an offer in line with its route, when others changed the route: its driver, its plan, its end. */
import { pushToDrivers, releaseRouteShift } from "#domain/fleet/fleets/public.ts";
import type { Context } from "#operation/define/context.ts";
import { notifyLost } from "./assign-claims.ts";
import { lockOffer } from "./offers.ts";
import { endClaim, RouteClaimRecord } from "./records/route-claim.ts";
import { saveOffer } from "./records/route-offer.ts";
import { needsConfirmation } from "./rules.ts";

const BEGUN = new Set(["IN_PROGRESS", "COMPLETED", "CLOSED"]);

/** The same after a repeat: what is in line already is left as it is. */
export async function reconcileOffer(context: Context<never>, route_id: number): Promise<void> {
  const locked = await lockOffer(context, route_id);
  if (locked === undefined || locked.offer.state === "closed") return;
  const { emit } = context;
  const { board, offer, route, claims, active_claim } = locked;
  const { fleet_id } = board;
  const waiting = claims.filter(({ state }) => state === "standby");
  const is_gone = route.status === "CANCELLED" || (route.driver_id === null && route.status !== "POSTED");
  if (is_gone || BEGUN.has(route.status)) {
    const lost = is_gone ? claims : waiting;
    for (const claim of lost) await endClaim(context, claim, "lost");
    if (is_gone) await releaseRouteShift(context, route_id);
    await saveOffer(context, route_id, "closed", offer.reason);
    const reason = route.status.toLowerCase();
    emit({
      subject: { type: "route_offer", id: route_id },
      kind: "route_offer.closed",
      payload: { route_id, fleet_id, reason },
    });
    await notifyLost(context, fleet_id, lost);
    return;
  }
  if ((active_claim?.driver_id ?? null) !== route.driver_id) {
    if (active_claim !== undefined) {
      await endClaim(context, active_claim, "lost");
      await releaseRouteShift(context, route_id);
      await notifyLost(context, fleet_id, [active_claim]);
    }
    const state = route.driver_id === null ? "open" : "standby_only";
    if (offer.state !== state) await saveOffer(context, route_id, state, offer.reason);
    return;
  }
  if (active_claim === undefined || !needsConfirmation(active_claim, route.plan_version)) return;
  if ((active_claim.asked_plan_version ?? 0) >= route.plan_version) return;
  await RouteClaimRecord.change(context, active_claim, { asked_plan_version: route.plan_version });
  const { driver_id } = active_claim;
  emit({
    subject: { type: "route_offer", id: route_id },
    kind: "route_offer.changed",
    payload: { route_id, fleet_id, driver_id, plan_version: route.plan_version },
  });
  await pushToDrivers(context, [driver_id], "route_offer_changed", { route_id });
}
