/** What the commerce formats read of a timeline, whether full or public. */
import { parseInstant } from "../instant.ts";
import type { PublicEvent, PublicTimeline } from "../redact.ts";
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

export interface Told {
  event: AnyEvent;
  code: CodeEntry;
}

export interface Telling {
  /** What happened up to the end, each thing once: no plans, nothing voided, no second reports. */
  told: Told[];
  /** Events that say something which `told` leaves out; voided events and second reports say nothing new. */
  untold: number;
}

/**
 * The story of a timeline as the commerce formats tell it. It ends with the end of the journey, so that a
 * finished document never changes. The event that gives the estimated arrival counts as told when the format
 * has a member for it.
 */
export function tell(timeline: AnyTimeline, shows_eta: boolean): Telling {
  const told: Told[] = [];
  let untold = 0;
  let ended = false;
  for (const event of timeline.events) {
    if (event.voided_by !== undefined || event.corroborates !== undefined) continue;
    if (ended || event.time_type !== "actual" || event.after_terminal !== undefined) {
      untold++;
      continue;
    }
    const code = resolveCode(event.status_code, event.base);
    told.push({ event, code });
    ended = code.terminal;
  }
  if (shows_eta && timeline.eta !== undefined && untold > 0) untold--;
  return { told, untold };
}

export interface Coarse<Value> {
  /** Of the latest event whose code moves an order in this format. */
  value: Value | undefined;
  /** When that was, normal form. */
  since: string | undefined;
  /** The event with which the goods left the sender's hands. */
  shipped: AnyEvent | undefined;
  /** Who ships: the provider of that event, else the first that is named; `null` when nobody is. */
  carrier: string | null;
  /** How many pieces the shipment has, as far as any event says; 1 otherwise. */
  pieces: number;
  loss: number;
}

/** The one status that a format without history shows, and the event of shipping. */
export function coarseOf<Value>(
  timeline: AnyTimeline,
  pick: (map: FormatMapping) => Value | null,
): Coarse<Value> {
  const { told, untold } = tell(timeline, false);
  let value: Value | undefined;
  let deciding: AnyEvent | undefined;
  let shipped: AnyEvent | undefined;
  let provider: string | undefined;
  let pieces = 1;
  for (const { event, code } of told) {
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
  const shown = (deciding === undefined ? 0 : 1) + (shipped === undefined || shipped === deciding ? 0 : 1);
  return {
    value,
    since: deciding?.occurred_at,
    shipped,
    carrier: shipped?.source.provider ?? provider ?? null,
    pieces,
    loss: untold + told.length - shown,
  };
}

/** The order that a subject belongs to; `null` when it names none. */
export function orderIdOf({ subject }: AnyTimeline): string | null {
  if (subject.scheme === "order_id") return subject.id;
  if (subject.parent?.scheme === "order_id") return subject.parent.id;
  return subject.related?.find(({ scheme }) => scheme === "order_id")?.id ?? null;
}

/**
 * A whole number below 2^53 for an identifier of ours, for formats that number their things. An identifier
 * that is such a number stays itself; others are hashed (FNV-1a, two lanes), the same each time.
 */
export function numberOf(id: string): number {
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

/** Nowhere, for events without a location. */
const nowhere: Place = {};

export function placeOf(event: AnyEvent): Place {
  return (event.location as Place | undefined) ?? nowhere;
}
