import { coarseOf, numberOf, orderIdOf, utcSeconds } from "../commerce/journey.ts";
import type { Projection } from "../projection.ts";

/** The order states of the product by number; deliveries reach 2, 5, 8, 9, 10, 11 and 12. */
const STATUSES = [
  "Incomplete",
  "Pending",
  "Shipped",
  "Partially Shipped",
  "Refunded",
  "Cancelled",
  "Declined",
  "Awaiting Payment",
  "Awaiting Pickup",
  "Awaiting Shipment",
  "Completed",
  "Awaiting Fulfillment",
  "Manual Verification Required",
  "Disputed",
  "Partially Refunded",
] as const;
const AWAITING_FULFILLMENT = 11;

/** An order of a storefront product with numbered states, and its shipment once there is one. UTC. */
export const storefront_b: Projection = {
  format: "storefront_b",
  media_type: "application/json",
  project(timeline, { public_url }) {
    const { value, shipped, carrier, loss } = coarseOf(timeline, (map) => map.storefront_b);
    const status_id = value ?? AWAITING_FULFILLMENT;
    const id = numberOf(orderIdOf(timeline) ?? timeline.subject.id);
    const date_shipped = shipped === undefined ? null : utcSeconds(shipped.occurred_at);
    const shipments =
      shipped === undefined
        ? []
        : [
            {
              id: numberOf(timeline.subject.id),
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
    return { document: { id, status_id, status: STATUSES[status_id], date_shipped, shipments }, loss };
  },
};
