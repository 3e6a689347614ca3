import { getOrderId, summarizeJourney, toNumericId, utcSeconds } from "../commerce/journey.ts";
import file from "../mappings/storefront-b.json" with { type: "json" };
import type { Projection } from "../projection.ts";

/** An order of a storefront product with numbered states, and its shipment once there is one. UTC. */
export const storefront_b: Projection = {
  format: "storefront_b",
  media_type: "application/json",
  of_whole: true,
  project(timeline, { public_url }) {
    const { value, shipped, carrier, loss } = summarizeJourney(timeline, (map) => map.storefront_b);
    const status_id = value ?? file.initial;
    const id = toNumericId(getOrderId(timeline) ?? timeline.subject.id);
    const date_shipped = shipped === undefined ? null : utcSeconds(shipped.occurred_at);
    const shipments =
      shipped === undefined
        ? []
        : [
            {
              id: toNumericId(timeline.subject.id),
              order_id: id,
              date_created: date_shipped,
              tracking_number: timeline.subject.id,
              tracking_carrier: carrier ?? "",
              tracking_link: public_url,
              shipping_provider: "",
              shipping_method: "",
              comments: "",
              items: [],
            },
          ];
    return { document: { id, status_id, status: file.states[status_id], date_shipped, shipments }, loss };
  },
};
