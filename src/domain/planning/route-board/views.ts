/** Offers as drivers and dispatchers see them. */
import { isUnreleased } from "#domain/planning/routes/public.ts";
import type { Context } from "#operation/define/context.ts";
import { type Eligibility, findEligibilities, sayReason } from "./eligibility.ts";
import { loadStops } from "./offers.ts";
import { loadClaims, type RouteClaimRow } from "./records/route-claim.ts";
import { type OfferView, readOffers } from "./records/route-offer.ts";
import {
  canWithdraw,
  findCutOff,
  findPosition,
  isClaimPeriodOpen,
  isHolding,
  needsConfirmation,
} from "./rules.ts";
import type { DispatchOffer, DriverOffer } from "./shapes.ts";

type Reader = Pick<Context, "db" | "business_id" | "actor" | "business" | "now" | "say">;

function pickShared(
  { business }: Pick<Reader, "business">,
  view: OfferView,
  claims: readonly RouteClaimRow[],
) {
  const {
    route_id,
    number,
    date,
    state,
    area,
    stops,
    distance_m,
    planned_start_at,
    planned_end_at,
    pay_minor,
    note,
    version,
  } = view;
  return {
    route_id,
    number,
    date,
    state,
    area,
    stops,
    distance_m,
    weight_g: view.load.weight_g ?? 0,
    units: view.load.units ?? 0,
    planned_start_at,
    planned_end_at,
    pay_minor,
    currency: business.currency,
    note,
    version,
    standby: claims.filter((claim) => claim.state === "standby").length,
  };
}

/** Offers as one driver sees them, each with what the driver may do now. */
export async function buildDriverOffers(
  context: Reader,
  driver_id: number,
  views: readonly OfferView[],
): Promise<DriverOffer[]> {
  const ids = views.map(({ route_id }) => route_id);
  const [claims, eligibilities] = await Promise.all([
    loadClaims(context, ids),
    findEligibilities(
      context,
      driver_id,
      views.map((view) => ({ ...view, id: view.route_id })),
    ),
  ]);
  return Promise.all(
    views.map(async (view) => {
      const all = claims.get(view.route_id) ?? [];
      const own_claim = all.find((claim) => claim.driver_id === driver_id);
      const eligibility = eligibilities.get(view.route_id);
      const offer = buildDriverOffer(context, view, all, own_claim, eligibility);
      // The route may be another driver's by now.
      const holds_route = offer.position === 0 && view.driver_id === driver_id;
      return { ...offer, stop_list: holds_route ? await loadStops(context, view.route_id) : null };
    }),
  );
}

function buildDriverOffer(
  context: Reader,
  view: OfferView,
  claims: readonly RouteClaimRow[],
  own_claim: RouteClaimRow | undefined,
  eligibility: Eligibility | undefined,
): Omit<DriverOffer, "stop_list"> {
  const { now } = context;
  const reason = eligibility === undefined ? "not_active" : eligibility.reason;
  const position = own_claim === undefined ? null : findPosition(claims, own_claim);
  const is_claim_period = isClaimPeriodOpen(view, view.planned_start_at, now);
  const cut_off = findCutOff(view, view.planned_start_at);
  const needs_confirmation =
    own_claim !== undefined && isHolding(own_claim) && needsConfirmation(own_claim, view.plan_version);
  const is_taken = claims.some(isHolding) || view.state === "standby_only";
  const is_not_closed = view.state !== "closed";
  return {
    ...pickShared(context, view, claims),
    position,
    is_eligible: reason === null,
    ineligible_reason: reason,
    ineligible_message: eligibility === undefined ? null : sayReason(context, eligibility),
    withdraw_until: cut_off?.toISOString() ?? null,
    needs_confirmation: needs_confirmation,
    can_claim: is_not_closed && is_claim_period && !is_taken && reason === null && view.state === "open",
    can_wait: is_not_closed && is_claim_period && is_taken && reason === null && position === null,
    can_withdraw:
      position === 0 && isUnreleased(view.route_status) && canWithdraw(cut_off, needs_confirmation, now),
  };
}

/** One offer as the calling driver sees it, as the commands of drivers answer. */
export async function answerOffer(context: Reader, driver_id: number, route_id: number) {
  const [view] = await readOffers(context, "o.route_id = $2", [route_id]);
  if (view === undefined) throw new Error(`The offer of route ${route_id} is gone.`);
  const [offer] = await buildDriverOffers(context, driver_id, [view]);
  if (offer === undefined) throw new Error(`The offer of route ${route_id} has no view.`);
  return { result: true, route_id, position: offer.position, offer };
}

export async function buildDispatchOffers(
  context: Reader,
  views: readonly OfferView[],
): Promise<DispatchOffer[]> {
  const { db, business_id } = context;
  const claims = await loadClaims(
    context,
    views.map(({ route_id }) => route_id),
  );
  const driver_ids = [...claims.values()].flat().map(({ driver_id }) => driver_id);
  const names = new Map(
    (
      await db.rows<{ id: number; name: string }>(
        "select id, name from driver where business_id = $1 and id = any($2::bigint[])",
        [business_id, driver_ids],
      )
    ).map(({ id, name }) => [id, name]),
  );
  return views.map((view) => {
    const all = claims.get(view.route_id) ?? [];
    return {
      ...pickShared(context, view, all),
      route_status: view.route_status,
      driver_id: view.driver_id,
      driver_name: view.driver_name,
      reason: view.reason,
      claims: all
        .map((claim) => ({
          driver_id: claim.driver_id,
          driver_name: names.get(claim.driver_id) ?? "",
          position: findPosition(all, claim) ?? 0,
          state: claim.state,
          claimed_at: claim.claimed_at,
          needs_confirmation: isHolding(claim) && needsConfirmation(claim, view.plan_version),
        }))
        .toSorted((one, other) => one.position - other.position),
      can_close: view.state !== "closed",
      can_override:
        view.state !== "closed" && (isUnreleased(view.route_status) || view.route_status === "RELEASED"),
    };
  });
}
