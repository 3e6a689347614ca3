import { getOrderId, summarizeJourney, toNumericId, utcSeconds } from "../commerce/journey.ts";
import type { Projection } from "../projection.ts";

/** An order of a storefront product with `state` and `status`, and its tracks once it is shipped. UTC. */
export const storefront_c: Projection = {
  format: "storefront_c",
  media_type: "application/json",
  of_whole: true,
  project(timeline) {
    const { value, shipped, carrier, loss } = summarizeJourney(timeline, (map) => map.storefront_c);
    const state = value ?? "processing";
    const order = getOrderId(timeline) ?? timeline.subject.id;
    const entity_id = toNumericId(order);
    const shipped_at = shipped === undefined ? "" : utcSeconds(shipped.occurred_at);
    const tracks =
      shipped === undefined
        ? []
        : [
            {
              entity_id: toNumericId(timeline.subject.id),
              parent_id: entity_id,
              order_id: entity_id,
              track_number: timeline.subject.id,
              title: carrier ?? "Carrier",
              // The code for carriers that the shop has no module for.
              carrier_code: "custom",
              description: null,
              created_at: shipped_at,
              updated_at: shipped_at,
            },
          ];
    return { document: { entity_id, increment_id: order, state, status: state, tracks }, loss };
  },
};
