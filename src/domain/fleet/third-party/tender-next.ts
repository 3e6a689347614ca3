/**
 * Asks the next providers of an offer: all that can be asked, or one after the other. When nobody is left, the order goes
 * back to the business, with an explanation.
 */
import { isTerminal, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { endOffer, explain, type Locked, type OfferRow, recordSteps, saveOffer } from "./records/offer.ts";
import { loadCandidates } from "./records/provider.ts";
import { insertTender } from "./records/tender.ts";
import { type AskedShipment, computeDistance, findSkipReason, listNeeds, type SkipReason } from "./rules.ts";

function buildShipment(
  { business, settings }: Pick<Context, "business" | "settings">,
  order: OrderRow,
  { price_minor, price_cap_minor }: Pick<OfferRow, "price_minor" | "price_cap_minor">,
): AskedShipment {
  const { pickup, dropoff } = order;
  const road_factor = business.settings.road_factor ?? settings.road_factor;
  return {
    pickup,
    dropoff,
    weight_g: order.weight_g,
    distance_m: computeDistance(pickup, dropoff, road_factor),
    needs: listNeeds(order),
    price_minor,
    price_cap_minor,
  };
}

/** Those that have not answered for good; one that lost an order to another may be asked again. */
function listUntendered({ offer, tenders }: Locked): number[] {
  const finished_ids = new Set(
    tenders
      .filter(({ state, reason }) => state !== "WITHDRAWN" || reason !== "taken")
      .map((one) => one.provider_id),
  );
  return offer.provider_ids.filter((id) => !finished_ids.has(id));
}

/**
 * Tender to the next providers. Returns how many got a tender. `tenders` of the argument get the new ones.
 */
export async function tenderNext(context: Context<never>, locked: Locked): Promise<number> {
  const { offer } = locked;
  const asked_count = await askProviders(context, locked, listUntendered(locked), {
    most: offer.mode === "all" ? Number.POSITIVE_INFINITY : 1,
  });
  if (asked_count > 0 || !offer.fall_back) return asked_count;
  const ranked = await loadRanking(context, offer.provider_ids);
  return askProviders(context, locked, ranked, { most: 1, reason: "next_in_ranking" });
}

/** Providers of the ranking that the offer does not name and that were not asked for it, the first one first. */
async function loadRanking(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  without: readonly number[],
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `select id from thirdparty_provider
      where business_id = $1 and rank is not null and id <> all($2::bigint[]) order by rank, id`,
    [business_id, [...without]],
  );
  return rows.map(({ id }) => id);
}

async function askProviders(
  context: Context<never>,
  locked: Locked,
  ids: readonly number[],
  { most, reason }: { most: number; reason?: string },
): Promise<number> {
  const { offer, order } = locked;
  const candidates = await loadCandidates(context, ids);
  const shipment = buildShipment(context, order, offer);
  let asked_count = 0;
  for (const id of ids) {
    const candidate = candidates.get(id);
    if (candidate === undefined) continue;
    const skip = findSkipReason(candidate, shipment);
    if (skip !== null) {
      explainSkip(context, offer, id, skip);
      continue;
    }
    locked.tenders.push(await insertTender(context, offer, candidate, shipment));
    if (!offer.provider_ids.includes(id)) offer.provider_ids = [...offer.provider_ids, id];
    explain(context, offer, { what: "asked", provider_id: id, ...(reason === undefined ? {} : { reason }) });
    asked_count += 1;
    if (asked_count === most) break;
  }
  return asked_count;
}

/** A provider that is passed over for the same reason again is named once. */
function explainSkip(
  context: Context<never>,
  offer: OfferRow,
  provider_id: number,
  reason: SkipReason,
): void {
  const is_explained = offer.explanation.some(
    (step) => step.what === "skipped" && step.provider_id === provider_id && step.reason === reason,
  );
  if (!is_explained) explain(context, offer, { what: "skipped", provider_id, reason });
}

/**
 * After an answer that was no acceptance: while others are asked nothing else happens, else the next are; when there is
 * nobody, the order goes back to the business. `pickup_by` may have passed meanwhile.
 */
export async function continueOffer(context: Context<never>, locked: Locked): Promise<void> {
  const { offer, order, tenders } = locked;
  offer.state = "OPEN";
  if (tenders.some(({ state }) => state === "OFFERED")) {
    await recordSteps(context, locked, "offered");
    await saveOffer(context, offer);
    return;
  }
  const is_late = Date.parse(offer.pickup_by) <= context.now.getTime();
  const asked_count = is_late || !isOfferable(order) ? 0 : await tenderNext(context, locked);
  if (asked_count > 0) {
    await recordSteps(context, locked, "offered");
    await saveOffer(context, offer);
    return;
  }
  const reason = is_late ? "pickup_time_passed" : isOfferable(order) ? "nobody_left" : "order_unavailable";
  explain(context, offer, { what: "own_pool", reason });
  await recordSteps(context, locked, null);
  await endOffer(context, offer, "EXHAUSTED", reason);
}

/** A provider can take it now: it is where it starts, on no route and with no contractor. */
export function isOfferable(order: OrderRow): boolean {
  return (
    !isTerminal(order.status) &&
    order.route_id === null &&
    order.assignment_id === null &&
    (order.status === "NEW_ORDER" || order.status === "AT_WAREHOUSE" || order.status === "FAILED_ATTEMPT")
  );
}
