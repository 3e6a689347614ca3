/** Where: identifiers of a place, address, position, time zone. */
import { type Address, type Geo, LOCATION_KINDS, type Location } from "../event.ts";
import { isGln } from "../identifiers.ts";
import {
  isAbsent,
  LIMITS,
  readList,
  readNumber,
  readObject,
  readProse,
  readText,
  reportUnknown,
} from "./read.ts";
import type { Report } from "./report.ts";

const UNLOCODE = /^[A-Z]{2}[A-Z2-9]{3}$/;
const IATA = /^[A-Z]{3}$/;
const COUNTRY = /^[A-Z]{2}$/;
const kinds = new Set<string>(LOCATION_KINDS);

const locationMembers = new Set([
  "id",
  "name",
  "kind",
  "gln",
  "unlocode",
  "iata",
  "address",
  "geo",
  "time_zone",
]);

export function readLocation(report: Report, value: unknown): Location | undefined {
  const fields = readObject(report, value, "/location", "invalid_location");
  if (fields === undefined) return undefined;
  reportUnknown(report, fields, "/location", locationMembers);
  const location: Location = {};
  const id = readText(report, fields.id, "/location/id", LIMITS.event_id);
  if (id !== undefined) location.id = id;
  const name = readProse(report, fields.name, "/location/name", LIMITS.name);
  if (name !== undefined) location.name = name;
  if (!isAbsent(fields.kind)) {
    if (kinds.has(fields.kind as string)) location.kind = fields.kind as NonNullable<Location["kind"]>;
    else report.error("/location/kind", "invalid_location", `Must be one of ${[...kinds].join(", ")}.`);
  }
  const gln = readText(report, fields.gln, "/location/gln", LIMITS.word);
  if (gln !== undefined) {
    if (isGln(gln)) location.gln = gln;
    else report.error("/location/gln", "invalid_identifier", "A GLN has 13 digits and a check digit.");
  }
  const unlocode = readCode(report, fields.unlocode, "/location/unlocode", UNLOCODE, "FRPAR");
  if (unlocode !== undefined) location.unlocode = unlocode;
  const iata = readCode(report, fields.iata, "/location/iata", IATA, "CDG");
  if (iata !== undefined) location.iata = iata;
  const address = readAddress(report, fields.address);
  if (address !== undefined) location.address = address;
  const geo = readGeo(report, fields.geo);
  if (geo !== undefined) location.geo = geo;
  const time_zone = readText(report, fields.time_zone, "/location/time_zone", LIMITS.word);
  if (time_zone !== undefined) {
    if (isTimeZone(time_zone)) location.time_zone = time_zone;
    else report.error("/location/time_zone", "invalid_location", "Must be an IANA name, as in Europe/Paris.");
  }
  for (const _ in location) return location;
  return undefined;
}

/** A short upper-case code, accepted in any case and with spaces. */
function readCode(
  report: Report,
  value: unknown,
  path: string,
  form: RegExp,
  example: string,
): string | undefined {
  const text = readText(report, value, path, 16);
  if (text === undefined) return undefined;
  if (form.test(text)) return text;
  const code = text.replaceAll(" ", "").toUpperCase();
  return form.test(code) ? code : report.error(path, "invalid_location", `Must look like ${example}.`);
}

const addressMembers = new Set(["lines", "city", "region", "postal_code", "country"]);

function readAddress(report: Report, value: unknown): Address | undefined {
  const fields = readObject(report, value, "/location/address", "invalid_location");
  if (fields === undefined) return undefined;
  reportUnknown(report, fields, "/location/address", addressMembers);
  const address: Address = {};
  const lines = readList(report, fields.lines, "/location/address/lines", LIMITS.address_lines, readLine);
  if (lines !== undefined) address.lines = lines;
  const city = readProse(report, fields.city, "/location/address/city", LIMITS.name);
  if (city !== undefined) address.city = city;
  const region = readProse(report, fields.region, "/location/address/region", LIMITS.name);
  if (region !== undefined) address.region = region;
  const postal_code = readText(report, fields.postal_code, "/location/address/postal_code", 32);
  if (postal_code !== undefined) address.postal_code = postal_code;
  const country = readCode(report, fields.country, "/location/address/country", COUNTRY, "FR");
  if (country !== undefined) address.country = country;
  for (const _ in address) return address;
  return undefined;
}

function readLine(report: Report, value: unknown, path: string): string | undefined {
  return readText(report, value, path, LIMITS.name);
}

const geoMembers = new Set(["lat", "lon", "accuracy_m"]);

function readGeo(report: Report, value: unknown): Geo | undefined {
  const fields = readObject(report, value, "/location/geo", "invalid_location");
  if (fields === undefined) return undefined;
  reportUnknown(report, fields, "/location/geo", geoMembers);
  const { lat, lon } = fields;
  if (typeof lat !== "number" || !(lat >= -90 && lat <= 90)) {
    return report.error("/location/geo/lat", "invalid_location", "Latitude is a number from -90 to 90.");
  }
  if (typeof lon !== "number" || !(lon >= -180 && lon <= 180)) {
    return report.error("/location/geo/lon", "invalid_location", "Longitude is a number from -180 to 180.");
  }
  const geo: Geo = { lat, lon };
  const accuracy_m = readNumber(report, fields.accuracy_m, "/location/geo/accuracy_m", 0);
  if (accuracy_m !== undefined) geo.accuracy_m = accuracy_m;
  return geo;
}

// Asking Intl costs microseconds. The zones of the world are a few hundred, in lower case; invalid names are
// unlimited in number and not cached.
const timeZones = new Set<string>();

function isTimeZone(name: string): boolean {
  const lowered = name.toLowerCase();
  if (timeZones.has(lowered)) return true;
  const exists = isIntlTimeZone(name);
  if (exists) timeZones.add(lowered);
  return exists;
}

function isIntlTimeZone(name: string): boolean {
  // Intl also accepts offsets such as +02:00, which are not names.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
