/**
 * Events that end a journey, sent under the number of an order with several parcels.
 *
 * The number names the shipment, and the first parcel bears it: a provider that scans each parcel means that parcel.
 * The order is delivered when all of its parcels are, so such an end counts for the whole order only if it explicitly
 * says so; else it counts for the first parcel, and the order's timeline stores it as a note, like a driver's delivery
 * of part of an order. Pure.
 */
import type { CoreCode } from "#otep/codes.gen.ts";
import type { StoredEvent } from "#otep/event.ts";
import { computeFingerprint, toUuid } from "#otep/fingerprint.ts";
import { resolveCode } from "#otep/vocabulary.ts";
import type { Target } from "./tracked-kind.ts";

/** Names the code that was sent; extensions are visible only to the owner. */
const SENT_CODE = "x-packhorse-sent-code";

/** The end that an event reports for only the bearing parcel; null for every other event. */
export function findFirstParcelEnd(
  event: StoredEvent,
  { parcel_with_order_number }: Pick<Target, "parcel_with_order_number">,
): CoreCode | null {
  if (parcel_with_order_number === null || event.time_type !== "actual" || event.subject.type === "order")
    return null;
  const { terminal, base } = resolveCode(event.status_code, event.base);
  const pieces = event.quantity?.pieces ?? 1;
  return terminal && pieces < parcel_with_order_number.parcels ? base : null;
}

/** The end of one parcel as stored in the order's timeline. */
export function buildEndNote(event: StoredEvent, parcels: number): StoredEvent {
  const note: StoredEvent = {
    ...event,
    status_code: "otep:core:note",
    base: "note",
    quantity: { ...event.quantity, pieces: event.quantity?.pieces ?? 1, of: parcels },
    extensions: { ...event.extensions, [SENT_CODE]: event.status_code },
  };
  const fingerprint = computeFingerprint(note);
  // The code that was sent is hidden from callers without an account, so a generated id must not be computed from it.
  const is_made = event.event_id === toUuid(event.fingerprint);
  return { ...note, fingerprint, event_id: is_made ? toUuid(fingerprint) : event.event_id };
}

/** Was an event of a timeline stored as such a note? */
export function isEndNote({ extensions }: Pick<StoredEvent, "extensions">): boolean {
  return extensions?.[SENT_CODE] !== undefined;
}
