import { type AnyEvent, placeOf, tell, utcSeconds } from "../commerce/journey.ts";
import type { Projection } from "../projection.ts";
import type { CodeEntry } from "../vocabulary.ts";

/** Detail codes by incident reason; reasons without one that means the same are left out. */
const detailOfReason: Readonly<Record<string, string>> = {
  recipient_absent: "CustomerUnavailable",
  recipient_refused: "Rejected",
  recipient_unreachable: "UnableToContactRecipient",
  recipient_unknown: "AddressNotFound",
  business_closed: "BusinessClosed",
  no_access: "UnableToAccess",
  payment_not_made: "PaymentNotReady",
  address_incomplete: "AddressNotFound",
  address_incorrect: "AddressNotFound",
  contents_missing: "IncorrectItems",
  damaged: "Damaged",
};

const detailOfCode: Readonly<Record<string, string>> = {
  "otep:lastmile:delivered_to_neighbour": "DeliveredToNeighbor",
};

/** Tracking of a marketplace operator's shipping product: history with event codes, and a summary. UTC. */
export const shipping_marketplace: Projection = {
  format: "shipping_marketplace",
  media_type: "application/json",
  project(timeline) {
    const { told, untold } = tell(timeline, true);
    const eventHistory = [];
    const forward: string[] = [];
    const returns: string[] = [];
    let status = "PreTransit";
    let latest: { event: AnyEvent; code: CodeEntry } | undefined;
    let returning = false;
    let loss = untold;
    // Statuses without an event code show in the summary, while they are the latest.
    let silent = false;
    for (const one of told) {
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
      const location = locationOf(event);
      const shipmentType = returning ? "RETURNS" : "FORWARD";
      eventHistory.push(
        location === undefined
          ? { eventCode, eventTime, shipmentType }
          : { eventCode, location, eventTime, shipmentType },
      );
    }
    if (latest !== undefined) (returning ? returns : forward).push(...detailsOf(latest.event, latest.code));
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

function locationOf(event: AnyEvent): Record<string, string> | undefined {
  const { address } = placeOf(event);
  if (address === undefined) return undefined;
  const location: Record<string, string> = {};
  if (address.region !== undefined) location.stateOrRegion = address.region;
  if (address.city !== undefined) location.city = address.city;
  if (address.country !== undefined) location.countryCode = address.country;
  if (address.postal_code !== undefined) location.postalCode = address.postal_code;
  for (const _ in location) return location;
  return undefined;
}

function detailsOf(event: AnyEvent, code: CodeEntry): string[] {
  const details = [detailOfReason[event.incident_reason ?? ""], detailOfCode[code.id]];
  if (code.base === "delivered") {
    for (const { type } of event.proof ?? []) {
      if (type === "signature") details.push("Signed");
      else if (type === "pin") details.push("DeliveredWithOTP");
    }
  }
  return [...new Set(details)].filter((detail) => detail !== undefined);
}
