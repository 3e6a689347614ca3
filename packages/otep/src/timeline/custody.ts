/** Custody changes that nobody reported. */
import type { CoreCode } from "../codes.gen.ts";
import type { SourceType } from "../event.ts";
import type { CustodyGap } from "../timeline.ts";
import type { CodeEntry } from "../vocabulary.ts";

/** What is compared of an event. */
interface Held {
  event: { event_id: string; occurred_at: string; source: { type: SourceType; provider?: string } };
  code: Pick<CodeEntry, "base">;
}

const handsOver = new Set<CoreCode>([
  "picked_up",
  "received",
  "departed",
  "arrived",
  "transferred",
  "stored",
  "available_for_pickup",
]);
const holdsGoods = new Set<CoreCode>([
  ...handsOver,
  "processed",
  "in_transit",
  "out_for_delivery",
  "delivery_attempted",
  "delivery_rescheduled",
  "returning",
  "delivered",
  "returned",
]);
const operators = new Set<SourceType>(["self_delivery", "third_party", "carrier"]);

/** Tracks custody: a new operator should appear with a handover event of one side or the other. */
export class Custody {
  #holder: Held | undefined;

  /** The gap before this event, if there is one. Call for each event that moves the status. */
  next(entry: Held): CustodyGap | undefined {
    if (!holdsGoods.has(entry.code.base) || !operators.has(entry.event.source.type)) return undefined;
    const holder = this.#holder;
    this.#holder = entry;
    if (holder === undefined || holder.event.source.provider === entry.event.source.provider)
      return undefined;
    if (handsOver.has(holder.code.base) || handsOver.has(entry.code.base)) return undefined;
    return {
      kind: "custody",
      from_event: holder.event.event_id,
      to_event: entry.event.event_id,
      from: holder.event.occurred_at,
      to: entry.event.occurred_at,
    };
  }
}
