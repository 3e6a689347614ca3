/** Whether a position can be that of an address: finds zeros, swapped coordinates, lost signs and other countries. */
import { createRequire } from "node:module";

type CountryCoder = typeof import("@rapideditor/country-coder");

const require = createRequire(import.meta.url);
let coder: CountryCoder | undefined;

/** Borders of all countries from OpenStreetMap's editors (ISC). Loaded when first used: reading them takes 40 ms. */
function loadBorders(): CountryCoder {
  coder ??= require("@rapideditor/country-coder") as CountryCoder;
  return coder;
}

/** An address this close to its country is in it, kilometres: borders are simplified, and coasts have piers. */
const BORDER_KM = 25;
const KM_PER_DEGREE = 111.2;
/** Nobody lives within a kilometre of 0,0: it stands for an unknown position. */
const ZERO_DEGREES = 0.01;

/** Countries that both issue addresses in some area. */
const SHARED_AREAS = [
  "UA RU",
  "EH MA",
  "RS XK",
  "CN TW",
  "IN PK",
  "IN CN",
  "IL PS",
  "IL SY",
  "GE RU",
  "CY TR",
];
const neighbours = new Map<string, string[]>();
for (const pair of SHARED_AREAS) {
  const [one = "", other = ""] = pair.split(" ");
  neighbours.set(one, [...(neighbours.get(one) ?? []), other]);
  neighbours.set(other, [...(neighbours.get(other) ?? []), one]);
}

export type PositionFault =
  | { code: "zero" }
  | { code: "swapped" | "wrong_sign"; lat: number; lng: number; country: string }
  | { code: "outside_country"; country: string; found_country: string | null };

interface Located {
  lat?: number | null | undefined;
  lng?: number | null | undefined;
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
}

/**
 * What is wrong with a position, degrees; null when it is plausible or absent. `home` is the country of the business:
 * an address without a country is probably there, so swapped coordinates are found, but it may be anywhere.
 */
export function findPositionFault({ lat, lng, country = "" }: Located, home = ""): PositionFault | null {
  if (typeof lat !== "number" || typeof lng !== "number") return null;
  if (Math.abs(lat) < ZERO_DEGREES && Math.abs(lng) < ZERO_DEGREES) return { code: "zero" };
  const expected = country === "" ? home : country;
  if (expected === "" || loadBorders().feature(expected) === null) return null;
  if (isNear(expected, lat, lng)) return null;
  if (isNear(expected, lng, lat)) return { code: "swapped", lat: lng, lng: lat, country: expected };
  const mirrored = [
    [-lat, lng],
    [lat, -lng],
    [-lat, -lng],
  ].find(([y = 0, x = 0]) => isNear(expected, y, x));
  if (mirrored !== undefined)
    return { code: "wrong_sign", lat: mirrored[0] ?? 0, lng: mirrored[1] ?? 0, country: expected };
  if (country === "") return null;
  return { code: "outside_country", country, found_country: loadBorders().iso1A2Code([lng, lat]) };
}

function isNear(country: string, lat: number, lng: number): boolean {
  if (Math.abs(lat) > 90) return false;
  const candidates = [country, ...(neighbours.get(country) ?? [])];
  const isIn = (x: number, y: number) => {
    const codes = loadBorders().iso1A2Codes([wrap(x), Math.max(-90, Math.min(90, y))]);
    return candidates.some((code) => codes.includes(code));
  };
  if (isIn(lng, lat)) return true;
  const north = BORDER_KM / KM_PER_DEGREE;
  const east = north / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  return Array.from({ length: 8 }, (_none, step) => (step * Math.PI) / 4).some((angle) =>
    isIn(lng + east * Math.cos(angle), lat + north * Math.sin(angle)),
  );
}

const wrap = (lng: number): number => ((((lng + 180) % 360) + 360) % 360) - 180;
