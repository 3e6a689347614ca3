/** Decisions of the address book: what a visit, a geocoder or a hand may do to an entry's position. Pure. */
import { type Point, straightLineKm } from "#vocabulary/geo.ts";

export const POSITION_SOURCES = ["hand", "visit", "geocoder", "given"] as const;
export type PositionSource = (typeof POSITION_SOURCES)[number];

/** Where an entry's coordinates come from. */
export interface Geocode {
  source?: PositionSource | undefined;
  /** `rooftop`, `street`, `locality` of a geocoder; `visit` or `hand` otherwise. */
  precision?: string | undefined;
  /** Name of the geocoder. */
  geocoder?: string | undefined;
  confirmed_by_visit?: boolean | undefined;
  /** Somebody put the pin where it is: neither a geocoder nor a visit moves it. */
  pinned?: boolean | undefined;
  /** Positions before the present one, newest first. */
  previous?: PastPosition[] | undefined;
}

export interface PastPosition {
  lat: number;
  lng: number;
  source: PositionSource;
  until: string;
}

/** How many past positions are kept. */
const PAST_MAX = 10;
/** A proof this far from where the address was known to be says nothing about the address, kilometres. */
const BELIEVED_KM = 5;
/** Visits that a mean position counts at most, so that it keeps following the door. */
const VISITS_WEIGHT_MAX = 20;
/** Below this a position has not moved, kilometres. */
const SAME_KM = 0.003;

export interface Positioned {
  lat: number | null;
  lng: number | null;
  geocode: Geocode;
  visits: number;
}

export type Learned =
  | { moved: false; why: "pinned" | "too_far" | "same" }
  | { moved: true; moved_m: number; lat: number; lng: number; geocode: Geocode };

/**
 * What a confirmed position at the door teaches. The first visit replaces what a geocoder or a person's words
 * gave, later ones are averaged in. A pin moved by hand stays, and so does an entry far from the visit.
 */
export function learnFromVisit(entry: Positioned, visit: Point, at: string): Learned {
  if (entry.geocode.pinned) return { moved: false, why: "pinned" };
  if (entry.lat === null || entry.lng === null) {
    return { moved: true, moved_m: 0, ...visit, geocode: { ...entry.geocode, source: "visit", precision: "visit", confirmed_by_visit: true } };
  }
  const known = { lat: entry.lat, lng: entry.lng };
  const away_km = straightLineKm(known, visit);
  if (away_km > BELIEVED_KM) return { moved: false, why: "too_far" };
  const weight = entry.geocode.confirmed_by_visit ? Math.min(Math.max(entry.visits, 1), VISITS_WEIGHT_MAX) : 0;
  const to = { lat: (known.lat * weight + visit.lat) / (weight + 1), lng: (known.lng * weight + visit.lng) / (weight + 1) };
  const moved_km = straightLineKm(known, to);
  if (moved_km < SAME_KM && entry.geocode.confirmed_by_visit) return { moved: false, why: "same" };
  return {
    moved: true,
    moved_m: Math.round(moved_km * 1000),
    lat: round(to.lat),
    lng: round(to.lng),
    geocode: {
      ...entry.geocode,
      source: "visit",
      precision: "visit",
      geocoder: undefined,
      confirmed_by_visit: true,
      previous: withPast(entry, at),
    },
  };
}

/** May a geocoder move this entry? Never a pin of a person's, and never what a visit confirmed. */
export function mayGeocode(entry: Positioned): boolean {
  return !entry.geocode.pinned && !entry.geocode.confirmed_by_visit;
}

/** The list of past positions with the present one put in front. */
export function withPast({ lat, lng, geocode }: Positioned, until: string): PastPosition[] {
  const past = geocode.previous ?? [];
  if (lat === null || lng === null) return past;
  return [{ lat, lng, source: geocode.source ?? "given", until }, ...past].slice(0, PAST_MAX);
}

/** Seven decimals are a centimetre. */
function round(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
