import { describePlace, selectJourneyEvents, toNumericId, utcSeconds } from "../commerce/journey.ts";
import type { Projection } from "../projection.ts";

/** Values by code are upper case; the REST resource writes them in lower case. */
const lowered = new Map<string, string>();

/** Fulfillment events of a storefront product, as its REST interface lists them: oldest first, UTC. */
export const storefront_a: Projection = {
  format: "storefront_a",
  media_type: "application/json",
  of_whole: true,
  project(timeline) {
    const { displayed_events, omitted } = selectJourneyEvents(timeline, true);
    const fulfillment_id = toNumericId(timeline.subject.id);
    const fulfillment_events = [];
    let loss = omitted;
    let last: { estimated_delivery_at: string | null } | undefined;
    for (const { event, code } of displayed_events) {
      const value = code.map.storefront_a;
      if (value === null) {
        loss++;
        continue;
      }
      const { address, geo } = describePlace(event);
      const recorded_at = utcSeconds(event.recorded_at);
      last = {
        // An event id is unique within its provider only.
        id: toNumericId(`${event.source.provider ?? ""}/${event.event_id}`),
        fulfillment_id,
        status: lowerCase(value),
        message: event.description ?? code.label,
        happened_at: utcSeconds(event.occurred_at),
        city: address?.city ?? null,
        province: address?.region ?? null,
        country: address?.country ?? null,
        zip: address?.postal_code ?? null,
        address1: address?.lines?.[0] ?? null,
        latitude: geo?.lat ?? null,
        longitude: geo?.lon ?? null,
        created_at: recorded_at,
        updated_at: recorded_at,
        estimated_delivery_at: null,
      } as { estimated_delivery_at: string | null };
      fulfillment_events.push(last);
    }
    if (timeline.eta !== undefined) {
      if (last === undefined) loss++;
      else last.estimated_delivery_at = utcSeconds(timeline.eta);
    }
    return { document: { fulfillment_events }, loss };
  },
};

function lowerCase(value: string): string {
  let text = lowered.get(value);
  if (text === undefined) {
    text = value.toLowerCase();
    lowered.set(value, text);
  }
  return text;
}
