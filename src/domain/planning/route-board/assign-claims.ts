/** Assigns a route of the board to a driver, takes it back, and promotes the next driver on standby. */
import {
  type FleetRow,
  pushToDrivers,
  releaseRouteShift,
  reserveRouteShift,
  type ShiftCheckRefusal,
} from "#domain/fleet/fleets/public.ts";
import {
  type AssignDriverRefusal,
  assignDriver,
  type RouteRow,
  unassignDriver,
} from "#domain/planning/routes/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { requireEligible } from "./eligibility.ts";
import { messages } from "./messages.ts";
import type { LockedOffer } from "./offers.ts";
import { insertClaim, RouteClaimRecord, type RouteClaimRow } from "./records/route-claim.ts";
import { saveOffer } from "./records/route-offer.ts";

export type ClaimRefusal = "not_eligible" | "overlapping" | ShiftCheckRefusal;

/** Refuses a driver who has another route at the time. Drivers are locked first, so that two claims of one come one after the other. */
async function requireFree(
  context: Context<ClaimRefusal>,
  driver_id: number,
  route: RouteRow,
): Promise<void> {
  const { db, business_id, refuse } = context;
  await db.execute("select id from driver where business_id = $1 and id = $2 for no key update", [
    business_id,
    driver_id,
  ]);
  const other = await db.row<{ number: string }>(
    `select number from route where business_id = $1 and driver_id = $2 and id <> $3 and status not in ('COMPLETED', 'CLOSED', 'CANCELLED')
       and planned_start_at < $5 and planned_end_at > $4 order by planned_start_at limit 1`,
    [business_id, driver_id, route.id, route.planned_start_at, route.planned_end_at],
  );
  if (other !== undefined)
    throw refuse("overlapping", { message: messages.overlapping, values: { route: other.number } });
}

/** Everything that may be refused, before anything but the shift is written. */
async function reserve(
  context: Context<ClaimRefusal>,
  fleet: FleetRow,
  route: RouteRow,
  driver_id: number,
): Promise<void> {
  const { planned_start_at, planned_end_at } = route;
  const vehicle_id = await requireEligible(context, driver_id, route);
  if (planned_start_at === null || planned_end_at === null) return;
  await requireFree(context, driver_id, route);
  await reserveRouteShift(context, fleet, {
    route_id: route.id,
    driver_id,
    vehicle_id,
    starts_at: planned_start_at,
    ends_at: planned_end_at,
  });
}

/** The driver becomes the holder, and the route the driver's. Refused before anything of it is written. */
export async function assignRoute(
  context: Context<ClaimRefusal>,
  fleet: FleetRow,
  { route, claims }: LockedOffer,
  driver_id: number,
  state: "held" | "promoted",
): Promise<void> {
  await reserve(context, fleet, route, driver_id);
  const { plan_version } = await assignDriver(
    context as Context<AssignDriverRefusal & never>,
    route,
    driver_id,
  );
  const waiting = claims.find((claim) => claim.driver_id === driver_id && claim.state === "standby");
  const agreed = { state, confirmed_plan_version: plan_version, asked_plan_version: plan_version };
  if (waiting === undefined) await insertClaim(context, { route_id: route.id, driver_id, ...agreed });
  else await RouteClaimRecord.change(context, waiting, agreed);
}

/** The times of the route changed, and its holder agrees: the shift that was made for it follows. */
export async function renewShift(
  context: Context<ClaimRefusal>,
  fleet: FleetRow,
  route: RouteRow,
  driver_id: number,
): Promise<void> {
  await releaseRouteShift(context, route.id);
  await reserve(context, fleet, route, driver_id);
}

/** Drivers who lose a route or a standby place are notified. */
export async function notifyLost(
  context: Pick<Context<never>, "db" | "business_id" | "now" | "enqueue" | "actor" | "emit">,
  fleet_id: number,
  claims: readonly Pick<RouteClaimRow, "route_id" | "driver_id">[],
): Promise<void> {
  for (const { route_id, driver_id } of claims) {
    context.emit({
      subject: { type: "route_offer", id: route_id },
      kind: "route_offer.lost",
      payload: { route_id, fleet_id, driver_id },
    });
    await pushToDrivers(context, [driver_id], "route_offer_lost", { route_id });
  }
}

/**
 * The route has no holder any more: the first who waits and may have it gets it. Who may not is skipped, and keeps the place.
 * Without anybody the route is offered again.
 */
export async function promoteNext(
  context: Context<ClaimRefusal>,
  fleet: FleetRow,
  locked: LockedOffer,
): Promise<number | null> {
  const { emit } = context;
  const { claims, route } = locked;
  const free = route.driver_id === null ? route : await unassignDriver(context as never, route, "POSTED");
  for (const { driver_id, state } of claims) {
    if (state !== "standby") continue;
    const subject = { type: "route_offer", id: route.id };
    const payload = { route_id: route.id, fleet_id: fleet.id, driver_id };
    try {
      await assignRoute(context, fleet, { ...locked, route: free }, driver_id, "promoted");
    } catch (error) {
      // It was refused before anything was written.
      if (!(error instanceof Refusal)) throw error;
      emit({ subject, kind: "standby.skipped", payload: { ...payload, reason: error.code } });
      continue;
    }
    emit({ subject, kind: "standby.promoted", payload });
    await saveOffer(context, route.id, "claimed");
    await pushToDrivers(context, [driver_id], "route_offer_promoted", { route_id: route.id });
    return driver_id;
  }
  await saveOffer(context, route.id, "open");
  return null;
}
