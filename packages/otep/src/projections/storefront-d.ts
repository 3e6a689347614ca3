import { getOrderId, summarizeJourney, toNumericId, utcSeconds } from "../commerce/journey.ts";
import type { Projection } from "../projection.ts";

/** An order of a storefront product with one status word, and its tracking once it is shipped. UTC. */
export const storefront_d: Projection = {
  format: "storefront_d",
  media_type: "application/json",
  of_whole: true,
  project(timeline, { public_url }) {
    const { value, shipped, carrier, loss } = summarizeJourney(timeline, (map) => map.storefront_d);
    const number = getOrderId(timeline) ?? timeline.subject.id;
    const tracking_items =
      shipped === undefined
        ? []
        : [
            {
              tracking_provider: carrier ?? "",
              tracking_number: timeline.subject.id,
              tracking_link: public_url,
              date_shipped: utcSeconds(shipped.occurred_at),
            },
          ];
    return {
      document: { id: toNumericId(number), number, status: value ?? "processing", tracking_items },
      loss,
    };
  },
};
