/** The outcome of events that are valid by themselves, compared with the stored ones. Pure. */
import { hash } from "node:crypto";
import { buildEndNote, findFirstParcelEnd, type Target } from "#domain/tracking/tracking/public.ts";
import type { StoredEvent, Subject } from "#otep/event.ts";
import { computeFingerprint, toUuid } from "#otep/fingerprint.ts";

export type Decision = "store" | "duplicate" | "unchanged" | "event_id_conflict";

/** Events of one timeline from its provider, in the order received. */
export interface KnownEvents {
  /** By event id. */
  events: Map<string, StoredEvent>;
  /** Observations of a status-only source. */
  observed: StoredEvent[];
  /** Ids of events that the provider withdrew. */
  corrected: Set<string>;
}

export function buildKnownEvents(events: readonly StoredEvent[], provider: string): KnownEvents {
  const own_events = events.filter((event) => event.source.provider === provider);
  return {
    events: new Map(own_events.map((event) => [event.event_id, event])),
    observed: own_events.filter((event) => event.source.synthesized === true),
    corrected: new Set(own_events.flatMap(({ corrects }) => corrects ?? [])),
  };
}

/** Decide on one event and add it, so that the next event of the request is compared with it too. */
export function decide(event: StoredEvent, known_events: KnownEvents): Decision {
  const observes = event.source.synthesized === true;
  if (observes) {
    const before = known_events.observed.findLast(({ event_id }) => !known_events.corrected.has(event_id));
    if (repeatsStatus(event, before)) return "unchanged";
  }
  const stored_event = known_events.events.get(event.event_id);
  if (stored_event !== undefined)
    return isSameStatement(event, stored_event) ? "duplicate" : "event_id_conflict";
  known_events.events.set(event.event_id, event);
  if (observes) known_events.observed.push(event);
  if (event.corrects !== undefined) known_events.corrected.add(event.corrects);
  return "store";
}

/** An event stored by an earlier version may have another fingerprint for the same statement. */
function isSameStatement({ fingerprint }: StoredEvent, stored_event: StoredEvent): boolean {
  return fingerprint === stored_event.fingerprint || fingerprint === computeFingerprint(stored_event);
}

/** A status-only source is polled repeatedly; only a change is an event. */
function repeatsStatus(event: StoredEvent, before: StoredEvent | undefined): boolean {
  return (
    before !== undefined &&
    before.status_code === event.status_code &&
    before.incident_reason === event.incident_reason
  );
}

/**
 * The event in the form of its timeline: with that timeline's subject, related to the one that the provider named. An
 * id that is made is made from that form: ids are public, and from one that is made of an order id or a customer's
 * reference, these could be found by trying. Where events keep the identifier that they were sent under, `hide` makes
 * the id of it with a key.
 */
export function placeEvent(
  reported: StoredEvent,
  target: Target,
  hide: (event_id: string) => string,
): StoredEvent {
  const of_one = target.parcel_with_order_number !== null && findFirstParcelEnd(reported, target) !== null;
  const event = of_one ? buildEndNote(reported, target.parcel_with_order_number?.parcels ?? 0) : reported;
  const { subject } = event;
  const is_made = event.event_id === toUuid(event.fingerprint);
  const stays =
    target.keeps_identifier || (subject.scheme === "tracking_number" && subject.id === target.number);
  const placed = stays ? event : moveEvent(event, target.number);
  if (!is_made) return placed;
  const is_observed = placed.source.synthesized === true;
  const event_id = is_observed ? buildObservationId(placed) : toUuid(placed.fingerprint);
  return { ...placed, event_id: target.keeps_identifier ? hide(event_id) : event_id };
}

function moveEvent(event: StoredEvent, number: string): StoredEvent {
  const { id, scheme, related = [], type } = event.subject;
  const subject: Subject = {
    id: number,
    scheme: "tracking_number",
    type: scheme === "tracking_number" ? type : "shipment",
    related: [{ id, scheme }, ...related].slice(0, 50),
  };
  return { ...event, subject, fingerprint: computeFingerprint({ ...event, subject }) };
}

/** For a status-only source, the same status claimed for the same time is one event. */
function buildObservationId({ source, subject, status_code, occurred_at }: StoredEvent): string {
  const statement = JSON.stringify([source.provider, subject.scheme, subject.id, status_code, occurred_at]);
  return toUuid(hash("sha256", statement, "hex"));
}
