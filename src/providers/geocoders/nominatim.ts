/**
 * Nominatim, the geocoder of OpenStreetMap, self-hosted or public.
 *
 * `GET /search?format=jsonv2&addressdetails=1` with either structured parameters (`street`, `city`, `state`,
 * `country`, `postalcode`) or free text (`q`); they cannot be combined. Source:
 * nominatim.org/release-docs/latest/api/Search. Its public server requires at most one request per second, no
 * autocompletion and an identifying User-Agent: calls to openstreetmap.org are queued.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Place } from "#vocabulary/place.ts";
import type { GeocodeAnswer, Geocoder, Precision } from "./port.ts";

export interface NominatimOptions {
  url: string;
  get(url: URL): Promise<{ status: number; body: string }>;
}

/** The members of a result that are used. Coordinates are text. */
interface NominatimPlace {
  lat: string;
  lon: string;
  place_rank?: number;
  address?: Record<string, string | undefined>;
}

/** Milliseconds between calls to the public server, and the largest number of queued calls. */
const CALL_INTERVAL_MS = 1000;
const QUEUED_MAX = 5;

export function createNominatim({ url, get }: NominatimOptions): Geocoder {
  const base = new URL(url.endsWith("/") ? url : `${url}/`);
  const take = base.hostname.endsWith("openstreetmap.org") ? createQueue() : null;
  return {
    name: "nominatim",
    async geocode(place, most) {
      const query = buildQuery(place);
      if (query === null) return [];
      const target = new URL("search", base);
      target.search = new URLSearchParams({
        format: "jsonv2",
        addressdetails: "1",
        limit: String(Math.min(Math.max(most, 1), 40)),
        ...query,
      }).toString();
      await take?.();
      const answer = await get(target);
      if (answer.status !== 200) throw new Error(`The geocoder answered ${answer.status}.`);
      return parseResults(answer.body)
        .map((result) => buildAnswer(result, place))
        .filter((answer) => answer !== null)
        .slice(0, most);
    },
  };
}

/** Null when there is nothing to search for. Only a street without a town uses free text. */
function buildQuery(place: Partial<Place>): Record<string, string> | null {
  const { line1 = "", city = "", region = "", postal_code = "", country = "" } = place;
  if ([line1, city, postal_code].every((part) => part.trim() === "")) return null;
  const within: Record<string, string> = country === "" ? {} : { countrycodes: country.toLowerCase() };
  if (city === "" && postal_code === "") return { q: [line1, region].filter(Boolean).join(", "), ...within };
  const parts = { street: line1, city, state: region, postalcode: postal_code };
  return { ...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== "")), ...within };
}

function parseResults(body: string): NominatimPlace[] {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch (cause) {
    throw new Error("The geocoder did not answer JSON.", { cause });
  }
  if (!Array.isArray(answer)) throw new Error("The geocoder did not answer a list.");
  return answer;
}

/**
 * Ranks: 30 is a building or house number, 26 and 27 a street, lower ones a place. The scores are our choice: the
 * requested house number 0.95, another building 0.7, a street 0.5, a place 0.2. Source:
 * nominatim.org/release-docs/latest/customize/Ranking.
 */
function buildAnswer(
  { lat, lon, place_rank = 0, address = {} }: NominatimPlace,
  place: Partial<Place>,
): GeocodeAnswer | null {
  const point = { lat: Number(lat), lng: Number(lon) };
  if (!Number.isFinite(point.lat) || !Number.isFinite(point.lng)) return null;
  const number = address["house_number"] ?? "";
  const precision: Precision = place_rank >= 28 ? "rooftop" : place_rank >= 26 ? "street" : "locality";
  const numbers = (place.line1 ?? "").split(/[^\p{L}\p{N}]+/u).map((word) => word.toLowerCase());
  const exact = precision === "rooftop" && number !== "" && numbers.includes(number.toLowerCase());
  const street = address["road"] ?? address["pedestrian"] ?? address["neighbourhood"] ?? "";
  return {
    ...point,
    precision,
    score: exact ? 0.95 : { rooftop: 0.7, street: 0.5, locality: 0.2 }[precision],
    source: "nominatim",
    // Formatted like the caller's input: the number comes first if it did there.
    line1: (/^\s*\d/.test(place.line1 ?? "") ? [number, street] : [street, number]).filter(Boolean).join(" "),
    city: address["city"] ?? address["town"] ?? address["village"] ?? address["municipality"] ?? "",
    region: address["state"] ?? address["county"] ?? "",
    postal_code: address["postcode"] ?? "",
    country: (address["country_code"] ?? "").toUpperCase(),
  };
}

/** Runs calls one after another with a pause between them; too many queued calls are refused like an outage. */
function createQueue(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  return async () => {
    if (waiting >= QUEUED_MAX) throw new Error("The public geocoder is asked too often.");
    waiting += 1;
    const mine = last;
    last = mine.then(() => sleep(CALL_INTERVAL_MS, undefined, { ref: false }));
    await mine;
    waiting -= 1;
  };
}
