/** Where a carrier says that the packages of a label are. Outside transactions. */
import { CarrierFailed, type TrackEvent } from "#providers/carriers/port.ts";
import { type CarrierReader, openLabelCarrier } from "./purchase/request-purchase.ts";
import type { LabelOrderRow } from "./tables.ts";

/** Null while the carrier does not say. */
export async function trackLabel(
  reader: CarrierReader,
  order: Pick<LabelOrderRow, "carrier_account_id" | "tracking_number" | "carrier">,
): Promise<readonly TrackEvent[] | null> {
  if (order.tracking_number === null) return [];
  try {
    const carrier = await openLabelCarrier(reader, order);
    return (await carrier.track(order.tracking_number, order.carrier)).events;
  } catch (error) {
    if (error instanceof CarrierFailed) return null;
    throw error;
  }
}
