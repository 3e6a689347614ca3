/** Where a carrier says that the packages of a label are. Outside transactions. */
import { CarrierFailed, type TrackAnswer, type TrackEvent } from "#providers/carriers/port.ts";
import { type CarrierReader, openLabelCarrier } from "./purchase/request-purchase.ts";
import type { LabelOrderRow } from "./records/label.ts";

/** Null while the carrier does not say. */
export async function trackLabel(
  reader: CarrierReader,
  order: Pick<LabelOrderRow, "carrier_account_id" | "tracking_number" | "carrier">,
): Promise<TrackAnswer | null> {
  if (order.tracking_number === null) return null;
  try {
    const carrier = await openLabelCarrier(reader, order);
    return await carrier.track(order.tracking_number, order.carrier);
  } catch (error) {
    if (error instanceof CarrierFailed) return null;
    throw error;
  }
}

/** Null where the carrier does not say, or says a time that has not come. */
export function readTime({ now }: { now: Date }, at: string): Date | null {
  const time = Date.parse(/[zZ]|[+-]\d{2}:?\d{2}$/.test(at) ? at : `${at}Z`);
  return Number.isNaN(time) || time > now.getTime() ? null : new Date(time);
}

/**
 * What the carrier says of the packages as a whole, as an event, where none of its events says so: some carriers give no
 * status or no time of events. It is of the last time that is known, or of now. Null where an event says so.
 */
export function concludeTrack(
  context: { now: Date },
  { state, known_at, events }: TrackAnswer,
): TrackEvent | null {
  const timed = events
    .map((event) => ({ event, at: readTime(context, event.at) }))
    .toSorted((one, other) => Number(one.at ?? 0) - Number(other.at ?? 0));
  const latest_report = timed.findLast(({ event, at }) => at !== null && event.state !== "unknown");
  if (state === "unknown" || latest_report?.event.state === state) return null;
  const last = timed.at(-1);
  const at = last?.at ?? readTime(context, known_at ?? "") ?? context.now;
  const { text, city, country } = last?.event ?? { text: "", city: "", country: "" };
  return { state, at: at.toISOString(), text, city, country };
}
