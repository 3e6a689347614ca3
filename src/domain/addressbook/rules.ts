/** Decisions of the address book: what a visit, a geocoder or a hand may do to an entry's position. Pure. */
import { type Point, straightLineKm } from "#vocabulary/geo.ts";
import type { Place } from "#vocabulary/place.ts";

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
    return {
      moved: true,
      moved_m: 0,
      ...visit,
      geocode: { ...entry.geocode, source: "visit", precision: "visit", confirmed_by_visit: true },
    };
  }
  const known = { lat: entry.lat, lng: entry.lng };
  const away_km = straightLineKm(known, visit);
  if (away_km > BELIEVED_KM) return { moved: false, why: "too_far" };
  const weight = entry.geocode.confirmed_by_visit
    ? Math.min(Math.max(entry.visits, 1), VISITS_WEIGHT_MAX)
    : 0;
  const to = {
    lat: (known.lat * weight + visit.lat) / (weight + 1),
    lng: (known.lng * weight + visit.lng) / (weight + 1),
  };
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

export interface Doubt {
  field: string;
  code: string;
  message: string;
}

const WEIGHTS: Record<string, number> = {
  line1_without_letters: 0.5,
  line1_too_short: 0.4,
  no_house_number: 0.15,
  no_town: 0.4,
  no_postal_code: 0.1,
  no_country: 0.1,
  not_located: 0.2,
  several_cities: 0.4,
  city_differs: 0.3,
  postal_code_differs: 0.15,
  only_roughly_located: 0.1,
};

/** Below this an address without coordinates cannot be found by anybody. */
export const RESOLVABLE_SCORE = 0.4;

/** What is doubtful about an address as it is written. */
export function doubtsOf(place: Partial<Place>): Doubt[] {
  const { line1 = "", city = "", postal_code = "", country = "" } = place;
  const doubts: Doubt[] = [];
  const doubt = (field: string, code: string, message: string) => void doubts.push({ field, code, message });
  if (!/\p{L}/u.test(line1)) doubt("line1", "line1_without_letters", "names no street");
  else if ([...line1.replaceAll(/[^\p{L}\p{N}]/gu, "")].length < 3) {
    doubt("line1", "line1_too_short", "is too short for a street");
  } else if (!/\p{N}/u.test(line1)) doubt("line1", "no_house_number", "has no number");
  if (city === "" && postal_code === "") doubt("city", "no_town", "is missing, and so is the postal code");
  else if (postal_code === "") doubt("postal_code", "no_postal_code", "is missing");
  if (country === "") doubt("country", "no_country", "is missing");
  return doubts;
}

/** 1 where nothing is doubtful, down to 0. */
export function scoreOf(doubts: readonly Doubt[]): number {
  const lost = doubts.reduce((sum, { code }) => sum + (WEIGHTS[code] ?? 0), 0);
  return Math.round(Math.max(0, 1 - lost) * 100) / 100;
}

export interface Mergeable {
  label: string;
  place: Place;
  access: { code?: string; floor?: string; instructions?: string };
}

/** Two entries of one address: what is new is taken, what the new one leaves open stays. */
export function mergeInto<E extends Mergeable>(old: E, fresh: Mergeable): Mergeable {
  const said = <T extends object>(from: T) =>
    Object.fromEntries(
      Object.entries(from).filter(([, value]) => value !== undefined && value !== null && value !== ""),
    );
  return {
    label: fresh.label === "" ? old.label : fresh.label,
    place: { ...old.place, ...said(fresh.place) } as Place,
    access: { ...old.access, ...said(fresh.access) },
  };
}
