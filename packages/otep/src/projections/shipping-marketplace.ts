import { type AnyEvent, describePlace, selectJourneyEvents, utcSeconds } from "../commerce/journey.ts";
import file from "../mappings/shipping-marketplace.json" with { type: "json" };
import type { Projection } from "../projection.ts";
import type { CodeEntry } from "../vocabulary.ts";

/** Reasons, codes and proofs without a detail code that means the same are left out. */
const details: Readonly<Record<"byReason" | "byCode" | "byProof", Readonly<Record<string, string>>>> = file;

/** Tracking of a marketplace operator's shipping product: history with event codes, and a summary. UTC. */
export const shipping_marketplace: Projection = {
  format: "shipping_marketplace",
  media_type: "application/json",
  of_whole: true,
  project(timeline) {
    const { displayed_events, omitted } = selectJourneyEvents(timeline, true);
    const eventHistory = [];
    const forward: string[] = [];
    const returns: string[] = [];
    let status = "PreTransit";
    let latest: { event: AnyEvent; code: CodeEntry } | undefined;
    let returning = false;
    let loss = omitted;
    // Statuses without an event code show in the summary, while they are the latest.
    let silent = false;
    for (const one of displayed_events) {
      const { event, code } = one;
      const mapped = code.map.shipping_marketplace;
      if (mapped === null) {
        loss++;
        continue;
      }
      returning ||= code.base === "returning" || code.base === "returned";
      const lost = code.base === "exception" && event.incident_reason === "lost";
      const eventCode = lost ? "Lost" : mapped.eventCode;
      status = lost ? "Lost" : mapped.status;
      latest = one;
      if (silent) loss++;
      silent = eventCode === null;
      if (eventCode === null) continue;
      const eventTime = utcSeconds(event.occurred_at);
      const location = buildLocation(event);
      const shipmentType = returning ? "RETURNS" : "FORWARD";
      eventHistory.push(
        location === undefined
          ? { eventCode, eventTime, shipmentType }
          : { eventCode, location, eventTime, shipmentType },
      );
    }
    if (latest !== undefined)
      (returning ? returns : forward).push(...buildDetails(latest.event, latest.code));
    const other_leg = timeline.subject.related?.find(({ scheme }) => scheme === "tracking_number");
    return {
      document: {
        trackingId: timeline.subject.id,
        alternateLegTrackingId: other_leg?.id ?? null,
        eventHistory,
        promisedDeliveryDate: timeline.eta === undefined ? null : utcSeconds(timeline.eta),
        summary: { status, trackingDetailCodes: { forward, returns } },
      },
      loss,
    };
  },
};

function buildLocation(event: AnyEvent): Record<string, string> | undefined {
  const { address } = describePlace(event);
  if (address === undefined) return undefined;
  const location: Record<string, string> = {};
  if (address.region !== undefined) location.stateOrRegion = address.region;
  if (address.city !== undefined) location.city = address.city;
  if (address.country !== undefined) location.countryCode = address.country;
  if (address.postal_code !== undefined) location.postalCode = address.postal_code;
  for (const _ in location) return location;
  return undefined;
}

function buildDetails(event: AnyEvent, code: CodeEntry): string[] {
  const possible_details = [details.byReason[event.incident_reason ?? ""], details.byCode[code.id]];
  if (code.base === "delivered")
    possible_details.push(...(event.proof ?? []).map(({ type }) => details.byProof[type]));
  return [...new Set(possible_details)].filter((detail) => detail !== undefined);
}
