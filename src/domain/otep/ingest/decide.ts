/** What becomes of events that are good by themselves, beside those that are stored already. Pure. */
import { hash } from "node:crypto";
import type { StoredEvent } from "#otep/event.ts";
import { fingerprintOf, uuidOf } from "#otep/fingerprint.ts";
import { endOfBearer, noteOfEnd } from "./part.ts";
import type { Target } from "./subjects.ts";

export type Decision = "store" | "duplicate" | "unchanged" | "event_id_conflict";

/** Events of one timeline as its provider told them, newest told last. */
export interface Known {
  /** Fingerprint by event id. */
  fingerprints: Map<string, string>;
  /** What a status-only source told. */
  observed: StoredEvent[];
  /** Ids of events that the provider took back. */
  corrected: Set<string>;
}

export function knownOf(events: readonly StoredEvent[], provider: string): Known {
  const own = events.filter((event) => event.source.provider === provider);
  return {
    fingerprints: new Map(own.map((event) => [event.event_id, event.fingerprint])),
    observed: own.filter((event) => event.source.synthesized === true),
    corrected: new Set(own.flatMap(({ corrects }) => corrects ?? [])),
  };
}

/** Decide on one event and remember it, so that the next one of the request is decided beside it. */
export function decide(event: StoredEvent, known: Known): Decision {
  const observes = event.source.synthesized === true;
  if (observes) {
    const before = known.observed.findLast(({ event_id }) => !known.corrected.has(event_id));
    if (saysTheSame(event, before)) return "unchanged";
  }
  const fingerprint = known.fingerprints.get(event.event_id);
  if (fingerprint !== undefined) return fingerprint === event.fingerprint ? "duplicate" : "event_id_conflict";
  known.fingerprints.set(event.event_id, event.fingerprint);
  if (observes) known.observed.push(event);
  if (event.corrects !== undefined) known.corrected.add(event.corrects);
  return "store";
}

/** A status-only source is asked again and again; only a change is an event. */
function saysTheSame(event: StoredEvent, before: StoredEvent | undefined): boolean {
  return (
    before !== undefined &&
    before.status_code === event.status_code &&
    before.incident_reason === event.incident_reason
  );
}

/**
 * The event as it stands in the timeline that it belongs to: about that timeline's subject, related to the one that
 * the provider named. The id that was made from the content stays.
 */
export function placed(told: StoredEvent, target: Target): StoredEvent {
  const of_one = target.bearer !== null && endOfBearer(told, target) !== null;
  const event = of_one ? noteOfEnd(told, target.bearer?.parcels ?? 0) : told;
  const { subject } = event;
  const observed = event.source.synthesized === true ? { ...event, event_id: idOfObservation(event) } : event;
  if (target.rental_id !== null || (subject.scheme === "tracking_number" && subject.id === target.number))
    return observed;
  const { id, scheme, parent: _parent, related = [], type } = subject;
  const moved: StoredEvent = {
    ...observed,
    subject: {
      id: target.number,
      scheme: "tracking_number",
      type: scheme === "tracking_number" ? type : "shipment",
      related: [{ id, scheme }, ...related].slice(0, 50),
    },
  };
  return { ...moved, fingerprint: fingerprintOf(moved) };
}

/** Of what a status-only source tells, the same status claimed for the same time is one event. */
function idOfObservation({
  source,
  subject,
  status_code,
  occurred_at,
  event_id,
  fingerprint,
}: StoredEvent): string {
  if (event_id !== uuidOf(fingerprint)) return event_id;
  const said = JSON.stringify([source.provider, subject.scheme, subject.id, status_code, occurred_at]);
  return uuidOf(hash("sha256", said, "hex"));
}
