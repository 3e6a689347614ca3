/** Rules of the address book: how a visit, a geocoder or a person may change an entry's position. Pure. */
import type { Message } from "#operation/response/messages.ts";
import { type Point, straightLineKm } from "#vocabulary/geo.ts";
import type { Place } from "#vocabulary/place.ts";

import { hasPostalCodes, isPostalCodeIn } from "#vocabulary/postal-code.ts";
import { messages } from "./messages.ts";

import { areKeysCompatible, buildContactKey, foldContact } from "./normalise.ts";

export const POSITION_SOURCES = ["hand", "visit", "geocoder", "given"] as const;
type PositionSource = (typeof POSITION_SOURCES)[number];

/** Where an entry's coordinates come from. */
export interface Geocode {
  source?: PositionSource | undefined;
  /** `rooftop`, `street`, `locality` of a geocoder; `visit` or `hand` otherwise. */
  precision?: string | undefined;
  /** Name of the geocoder. */
  geocoder?: string | undefined;
  confirmed_by_visit?: boolean | undefined;
  /** A person set the position: neither a geocoder nor a visit moves it. */
  pinned?: boolean | undefined;
  /** Previous positions, newest first. */
  previous?: PastPosition[] | undefined;
}

export interface PastPosition {
  lat: number;
  lng: number;
  source: PositionSource;
  until: string;
}

/** Maximum number of stored past positions. */
const PAST_MAX = 10;
/** A visit further than this from the known position is ignored, kilometres. */
const VISIT_DISTANCE_MAX_KM = 5;
/** Maximum weight of earlier visits in the mean position, so that it still follows later changes. */
const VISITS_WEIGHT_MAX = 20;
/** A shorter move is not stored, kilometres. */
const MOVE_MIN_KM = 0.003;

export interface Positioned {
  lat: number | null;
  lng: number | null;
  geocode: Geocode;
  visits: number;
}

export type LearnedPosition =
  | { moved: false; why: "pinned" | "too_far" | "same" }
  | { moved: true; moved_m: number; lat: number; lng: number; geocode: Geocode };

/**
 * The position of an entry after a confirmed visit. The first visit replaces the position from a geocoder or a
 * request, later ones are averaged in. A pinned position stays, and so does that of an entry far from the visit.
 */
export function learnFromVisit(entry: Positioned, visit: Point, at: string): LearnedPosition {
  if (entry.geocode.pinned) return { moved: false, why: "pinned" };
  if (entry.lat === null || entry.lng === null) {
    return {
      moved: true,
      moved_m: 0,
      ...visit,
      geocode: { ...entry.geocode, source: "visit", precision: "visit", confirmed_by_visit: true },
    };
  }
  const known_position = { lat: entry.lat, lng: entry.lng };
  const away_km = straightLineKm(known_position, visit);
  if (away_km > VISIT_DISTANCE_MAX_KM) return { moved: false, why: "too_far" };
  const weight = entry.geocode.confirmed_by_visit
    ? Math.min(Math.max(entry.visits, 1), VISITS_WEIGHT_MAX)
    : 0;
  const to = {
    lat: (known_position.lat * weight + visit.lat) / (weight + 1),
    lng: (known_position.lng * weight + visit.lng) / (weight + 1),
  };
  const moved_km = straightLineKm(known_position, to);
  if (moved_km < MOVE_MIN_KM && entry.geocode.confirmed_by_visit) return { moved: false, why: "same" };
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
      previous: addPastPosition(entry, at),
    },
  };
}

/** May a geocoder move this entry? Never a pinned position, and never one confirmed by a visit. */
export function canGeocode(entry: Positioned): boolean {
  return !entry.geocode.pinned && !entry.geocode.confirmed_by_visit;
}

/** The list of past positions with the current one added in front. */
export function addPastPosition({ lat, lng, geocode }: Positioned, until: string): PastPosition[] {
  const past = geocode.previous ?? [];
  if (lat === null || lng === null) return past;
  return [{ lat, lng, source: geocode.source ?? "given", until }, ...past].slice(0, PAST_MAX);
}

/** Seven decimals of a degree are about a centimetre. */
function round(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

export interface KnownPosition extends Point {
  normalised_key: string;
}

/** Entries that are further apart than this are different places, kilometres. */
const ONE_PLACE_KM = 0.5;

/**
 * The position of an address without an exactly matching entry: that of the compatible entries, with more or less detail;
 * undefined when they are not all in one place. `known_positions` are entries of its street, the best first.
 */
export function findCommonPosition(
  key: string,
  known_positions: readonly KnownPosition[],
): Point | undefined {
  const compatible = known_positions.filter(({ normalised_key }) => areKeysCompatible(key, normalised_key));
  const unit = key.split("|")[1];
  const best =
    compatible.find(({ normalised_key }) => normalised_key.split("|")[1] === unit) ?? compatible[0];
  if (best === undefined) return undefined;
  return compatible.every((one) => straightLineKm(best, one) <= ONE_PLACE_KM) ? best : undefined;
}

export interface Doubt {
  field: string;
  code: string;
  message: Message;
}

const WEIGHTS: Record<string, number> = {
  line1_without_letters: 0.5,
  line1_too_short: 0.4,
  no_house_number: 0.15,
  no_town: 0.4,
  no_postal_code: 0.1,
  postal_code_malformed: 0.15,
  no_country: 0.1,
  not_located: 0.2,
  several_cities: 0.4,
  city_differs: 0.3,
  postal_code_differs: 0.15,
  only_roughly_located: 0.1,
};

/** Below this score an address without coordinates is refused as not findable. */
export const RESOLVABLE_SCORE = 0.4;

/** What is doubtful about the text of an address. */
export function findDoubts(place: Partial<Place>): Doubt[] {
  const { line1 = "", city = "", postal_code = "", country = "" } = place;
  const doubts: Doubt[] = [];
  const doubt = (field: string, code: string, message: Message) => void doubts.push({ field, code, message });
  if (!/\p{L}/u.test(line1)) doubt("line1", "line1_without_letters", messages.doubts.line1_without_letters);
  else if ([...line1.replaceAll(/[^\p{L}\p{N}]/gu, "")].length < 3) {
    doubt("line1", "line1_too_short", messages.doubts.line1_too_short);
  } else if (!/\p{N}/u.test(line1)) doubt("line1", "no_house_number", messages.doubts.no_house_number);
  if (city === "" && postal_code === "") doubt("city", "no_town", messages.doubts.no_town);
  else if (postal_code === "") {
    if (hasPostalCodes(country) !== false) doubt("postal_code", "no_postal_code", messages.doubts.missing);
  } else if (!isPostalCodeIn(country, postal_code))
    doubt("postal_code", "postal_code_malformed", messages.doubts.postal_code_malformed.with({ country }));
  if (country === "") doubt("country", "no_country", messages.doubts.missing);
  return doubts;
}

/** Score from 1, without any doubt, down to 0. */
export function computeScore(doubts: readonly Doubt[]): number {
  const lost = doubts.reduce((sum, { code }) => sum + (WEIGHTS[code] ?? 0), 0);
  return Math.round(Math.max(0, 1 - lost) * 100) / 100;
}

export interface Mergeable {
  label: string;
  place: Place;
  access: { code?: string; floor?: string; instructions?: string };
}

/**
 * The entry of the same person at one address; undefined when each is somebody else. A person is not a house: another name, or
 * another phone where nobody is named, is another entry. Details without a contact belong to the only entry there is,
 * and a contact to an entry that has none.
 */
export function findSamePerson<E extends Pick<Mergeable, "place">>(
  entries: readonly E[],
  fresh: Pick<Mergeable, "place">,
): E | undefined {
  const contact = buildContactKey(fresh.place);
  const same = entries.find(({ place }) => buildContactKey(place) === contact);
  if (same !== undefined) return same;
  const { name, phone } = foldContact(fresh.place);
  const agree = (one: string, other: string) => one === "" || other === "" || one === other;
  const compatible = entries.filter(({ place }) => {
    const known_contact = foldContact(place);
    return agree(known_contact.name, name) && agree(known_contact.phone, phone);
  });
  return compatible.length === 1 ? compatible[0] : undefined;
}

/** Merges two entries of one address: new values replace old ones, empty ones are ignored. */
export function mergeInto<E extends Mergeable>(old: E, fresh: Mergeable): Mergeable {
  const withoutEmpty = <T extends object>(from: T) =>
    Object.fromEntries(
      Object.entries(from).filter(([, value]) => value !== undefined && value !== null && value !== ""),
    );
  return {
    label: fresh.label === "" ? old.label : fresh.label,
    place: { ...old.place, ...withoutEmpty(fresh.place) } as Place,
    access: { ...old.access, ...withoutEmpty(fresh.access) },
  };
}
