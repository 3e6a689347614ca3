/** The parts of a timeline, full or public, that the commerce formats use. */
import { parseInstant } from "../instant.ts";
import type { PublicEvent, PublicTimeline } from "../redact.ts";
import { Journey } from "../timeline/journey.ts";
import type { Timeline, TimelineEvent } from "../timeline.ts";
import { type CodeEntry, type FormatMapping, resolveCode } from "../vocabulary.ts";

export type AnyTimeline = Timeline | PublicTimeline;
export type AnyEvent = TimelineEvent | PublicEvent;

/** Members of a location that only the full view has are absent in the public one. */
export interface Place {
  name?: string;
  address?: { lines?: string[]; city?: string; region?: string; postal_code?: string; country?: string };
  geo?: { lat: number; lon: number };
  time_zone?: string;
}

export interface JourneyEvent {
  event: AnyEvent;
  code: CodeEntry;
}

export interface JourneyEvents {
  /**
   * Actual events up to the end, each once: no plans, no voided events, no corroborating reports, no status that is
   * passed over.
   */
  displayed_events: JourneyEvent[];
  /** Events with content that `displayed_events` does not include; voided events and corroborating reports have none. */
  omitted: number;
}

/**
 * Selects the events that the commerce formats show. They end with the end of the journey, so that a finished
 * document never changes. The event with the estimated arrival counts as shown when the format has a member for
 * it.
 */
export function selectJourneyEvents(timeline: AnyTimeline, shows_eta: boolean): JourneyEvents {
  const displayed_events: JourneyEvent[] = [];
  let omitted = 0;
  let ended = false;
  const steps = new Journey();
  for (const event of timeline.events) {
    const code = resolveCode(event.status_code, event.base);
    steps.next(event, code, event.voided_by !== undefined);
    if (event.voided_by !== undefined || event.corroborates !== undefined) continue;
    if (ended || event.time_type !== "actual" || event.after_terminal !== undefined || steps.passed_over) {
      omitted++;
      continue;
    }
    displayed_events.push({ event, code });
    ended = code.terminal;
  }
  if (shows_eta && timeline.eta !== undefined && omitted > 0) omitted--;
  return { displayed_events, omitted };
}

export interface JourneySummary<Value> {
  /** Of the latest event whose code moves an order in this format. */
  value: Value | undefined;
  /** When that was, normal form. */
  since: string | undefined;
  /** The event with which the sender gave up custody of the goods. */
  shipped: AnyEvent | undefined;
  /** The carrier: the provider of that event, else the first named provider; `null` when there is none. */
  carrier: string | null;
  /** The number of pieces of the shipment, if any event states it; otherwise 1. */
  pieces: number;
  loss: number;
}

/** The one status that a format without history shows, and the event of shipping. */
export function summarizeJourney<Value>(
  timeline: AnyTimeline,
  pick: (map: FormatMapping) => Value | null,
): JourneySummary<Value> {
  const { displayed_events: journey, omitted } = selectJourneyEvents(timeline, false);
  let value: Value | undefined;
  let deciding: AnyEvent | undefined;
  let shipped: AnyEvent | undefined;
  let provider: string | undefined;
  let pieces = 1;
  for (const { event, code } of journey) {
    provider ??= event.source.provider;
    if (event.quantity !== undefined) {
      pieces = Math.max(pieces, event.quantity.of ?? event.quantity.pieces ?? 1);
    }
    const next = pick(code.map);
    if (next === null) continue;
    value = next;
    deciding = event;
    if (shipped === undefined && code.map.marketplace_b?.is_shipped) shipped = event;
  }
  const displayed_count =
    (deciding === undefined ? 0 : 1) + (shipped === undefined || shipped === deciding ? 0 : 1);
  return {
    value,
    since: deciding?.occurred_at,
    shipped,
    carrier: shipped?.source.provider ?? provider ?? null,
    pieces,
    loss: omitted + journey.length - displayed_count,
  };
}

/** The order that a subject belongs to; `null` when it names none. */
export function getOrderId({ subject }: AnyTimeline): string | null {
  if (subject.scheme === "order_id") return subject.id;
  if (subject.parent?.scheme === "order_id") return subject.parent.id;
  return subject.related?.find(({ scheme }) => scheme === "order_id")?.id ?? null;
}

/**
 * An integer below 2^53 for an identifier of ours, for formats with numeric ids. An identifier that is such a
 * number stays itself; others are hashed (FNV-1a, two lanes), the same each time.
 */
export function toNumericId(id: string): number {
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id);
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let index = 0; index < id.length; index++) {
    const unit = id.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + index), 0x01000193);
  }
  return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
}

/** UTC to the second, `2026-03-02T09:20:00Z`. */
export function utcSeconds(instant: string): string {
  return `${instant.slice(0, 19)}Z`;
}

/** Whole seconds since 1970. */
export function epochSeconds(instant: string): number {
  return Math.floor(parseInstant(instant) / 1000);
}

/** Empty location, for events without one. */
const nowhere: Place = {};

export function describePlace(event: AnyEvent): Place {
  return (event.location as Place | undefined) ?? nowhere;
}
