import { getOrderId, summarizeJourney } from "../commerce/journey.ts";
import { parseInstant } from "../instant.ts";
import type { Projection } from "../projection.ts";

/**
 * An order of a marketplace product: the shipment is its one line, and the line has one status. An order has no
 * status of its own there. Times are epoch milliseconds.
 */
export const marketplace_a: Projection = {
  format: "marketplace_a",
  media_type: "application/json",
  of_whole: true,
  project(timeline, { public_url }) {
    const { value, since, shipped, carrier, pieces, loss } = summarizeJourney(
      timeline,
      (map) => map.marketplace_a,
    );
    const quantity = { unitOfMeasurement: "EACH", amount: String(pieces) };
    const orderLine = {
      lineNumber: "1",
      orderLineQuantity: quantity,
      ...(since === undefined ? {} : { statusDate: parseInstant(since) }),
      orderLineStatuses: {
        orderLineStatus: [
          {
            status: value ?? "Created",
            statusQuantity: quantity,
            trackingInfo:
              shipped === undefined
                ? null
                : {
                    shipDateTime: parseInstant(shipped.occurred_at),
                    carrierName: { carrier: null, otherCarrier: carrier ?? "Other" },
                    methodCode: "Standard",
                    trackingNumber: timeline.subject.id,
                    trackingURL: public_url,
                  },
          },
        ],
      },
    };
    const purchaseOrderId = getOrderId(timeline) ?? timeline.subject.id;
    return { document: { purchaseOrderId, orderLines: { orderLine: [orderLine] } }, loss };
  },
};
