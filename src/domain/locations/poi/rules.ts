/** Decisions about points of interest. Pure. */

/** As texts are compared and searched: small letters, no accents, single spaces. */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
}

export interface Box {
  west: number;
  south: number;
  /** Beyond 180 where the box is on both sides of the 180th meridian. */
  east: number;
  north: number;
}

const NUMBER = "-?\\d{1,3}(?:\\.\\d{1,12})?";
const BOX = new RegExp(`^${Array(4).fill(`\\s*(${NUMBER})\\s*`).join(",")}$`);
const POSITION = new RegExp(`^\\s*(${NUMBER})\\s*,\\s*(${NUMBER})\\s*$`);

const isLat = (lat: number) => Math.abs(lat) <= 90;
const isLng = (lng: number) => Math.abs(lng) <= 180;

/** `west,south,east,north` as GeoJSON has it; a west beyond the east is on the other side of the 180th meridian. */
export function parseBox(text: string): Box | null {
  const [west = 999, south = 999, east = 999, north = 999] = (BOX.exec(text) ?? []).slice(1).map(Number);
  if (![west, east].every(isLng) || ![south, north].every(isLat) || south > north) return null;
  return { west, south, east: east < west ? east + 360 : east, north };
}

/** `latitude,longitude`. */
export function parsePosition(text: string): { lat: number; lng: number } | null {
  const [lat = 999, lng = 999] = (POSITION.exec(text) ?? []).slice(1).map(Number);
  return isLat(lat) && isLng(lng) ? { lat, lng } : null;
}

interface Mergeable {
  place: unknown;
  entrances: readonly unknown[];
  hours: unknown;
  time_zone: string | null;
  attributes: Record<string, string>;
  tags: string[];
  geofence: unknown;
  ref: string | null;
  service_time_s: number | null;
}

/** As `POI_MEMBERS` takes them. */
const TAGS_MAX = 30;
const ATTRIBUTES_MAX = 50;

/** A place with what it lacks from its duplicates, in their order. */
export function mergeFacts<Facts extends Mergeable>(target: Facts, duplicates: readonly Facts[]): Facts {
  const all = [target, ...duplicates];
  const findFirst = <Member extends keyof Facts>(member: Member) =>
    all.map((one) => one[member]).find((value) => value !== null) ?? target[member];
  const attributes = Object.assign({}, ...all.toReversed().map((one) => one.attributes));
  const own_keys = Object.keys(target.attributes);
  const keys = [...own_keys, ...Object.keys(attributes).filter((key) => !own_keys.includes(key))];
  // Hours are wall time of the zone that stands with them.
  const with_hours = all.find(({ hours }) => hours !== null) ?? target;
  return {
    ...target,
    place: findFirst("place"),
    entrances: all.find(({ entrances }) => entrances.length > 0)?.entrances ?? [],
    hours: with_hours.hours,
    time_zone: with_hours.time_zone,
    attributes: Object.fromEntries(keys.slice(0, ATTRIBUTES_MAX).map((key) => [key, attributes[key]])),
    tags: [...new Set(all.flatMap(({ tags }) => tags))].slice(0, TAGS_MAX),
    geofence: findFirst("geofence"),
    ref: findFirst("ref"),
    service_time_s: findFirst("service_time_s"),
  };
}
