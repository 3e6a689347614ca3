import { epochSeconds, getOrderId, summarizeJourney, toNumericId } from "../commerce/journey.ts";
import type { Projection } from "../projection.ts";

/** A receipt of a marketplace product. Times are epoch seconds. */
export const marketplace_b: Projection = {
  format: "marketplace_b",
  media_type: "application/json",
  of_whole: true,
  project(timeline) {
    const { value, since, shipped, carrier, loss } = summarizeJourney(timeline, (map) => map.marketplace_b);
    const status = value?.status ?? "paid";
    const is_shipped = value?.is_shipped ?? false;
    const shipments =
      shipped === undefined
        ? []
        : [
            {
              receipt_shipping_id: toNumericId(timeline.subject.id),
              shipment_notification_timestamp: epochSeconds(shipped.occurred_at),
              carrier_name: carrier ?? "other",
              tracking_code: timeline.subject.id,
            },
          ];
    return {
      document: {
        receipt_id: toNumericId(getOrderId(timeline) ?? timeline.subject.id),
        status,
        is_paid: status !== "canceled",
        is_shipped,
        updated_timestamp: since === undefined ? null : epochSeconds(since),
        shipments,
      },
      loss,
    };
  },
};
