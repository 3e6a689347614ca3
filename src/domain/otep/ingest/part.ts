/**
 * What ends a journey, told under the number of an order that has several parcels.
 *
 * The number names the shipment, and the first parcel bears it: who scans parcel by parcel means that one. The order
 * is delivered when all of its parcels are, so such an end counts for the whole only when it says so; else it counts
 * for the first parcel, and the order's timeline keeps it as a note, as it does what a driver hands over of an order. Pure.
 */
import type { CoreCode } from "#otep/codes.gen.ts";
import type { StoredEvent } from "#otep/event.ts";
import { fingerprintOf } from "#otep/fingerprint.ts";
import { resolveCode } from "#otep/vocabulary.ts";
import type { Note } from "./sent.ts";
import type { Target } from "./subjects.ts";

/** Names the code that was told; extensions are for the owner only. */
const TOLD = "x-packhorse-told";

/** The end that an event tells of the bearing parcel alone; null for everything else. */
export function endOfBearer(event: StoredEvent, { bearer }: Pick<Target, "bearer">): CoreCode | null {
  if (bearer === null || event.time_type !== "actual" || event.subject.type === "order") return null;
  const { terminal, base } = resolveCode(event.status_code, event.base);
  const pieces = event.quantity?.pieces ?? 1;
  return terminal && pieces < bearer.parcels ? base : null;
}

/** The end of one parcel as the order's timeline keeps it. */
export function noteOfEnd(event: StoredEvent, parcels: number): StoredEvent {
  const note: StoredEvent = {
    ...event,
    status_code: "otep:core:note",
    base: "note",
    quantity: { ...event.quantity, pieces: event.quantity?.pieces ?? 1, of: parcels },
    extensions: { ...event.extensions, [TOLD]: event.status_code },
  };
  return { ...note, fingerprint: fingerprintOf(note) };
}

/** Whether an event of a timeline was kept as such a note. */
export function isNoteOfEnd({ extensions }: Pick<StoredEvent, "extensions">): boolean {
  return extensions?.[TOLD] !== undefined;
}

export function countsForOne(at: (member: string) => string, parcels: number): Note {
  return {
    path: at("/subject"),
    code: "counts_for_one_parcel",
    message: `The order has ${parcels} parcels: this counts for the first one. Name the order, or all pieces, to tell of the whole.`,
  };
}
