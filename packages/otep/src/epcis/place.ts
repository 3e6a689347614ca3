/** A read point or business location as a place of ours. */
import type { Location } from "../event.ts";
import { NAMESPACE } from "../projections/parts/uri.ts";
import { decoded, type IdentifierOptions, readGln } from "./identifiers.ts";

const LOCATION_ID_LENGTH = 128;

/** The place of a URI, or why it is none, as a sentence. `undefined` for a URI too long to be stored. */
export function readPlace(uri: unknown, options: IdentifierOptions): Location | string | undefined {
  if (typeof uri !== "string" || !/^[A-Za-z][A-Za-z0-9+.-]*:\S/.test(uri)) return "A place is a URI.";
  if (uri.startsWith("geo:")) return readGeo(uri);
  const own_location = readOwnPlace(uri, options);
  if (own_location !== undefined) return own_location;
  const known_gln = readGln(uri);
  if (known_gln !== undefined) {
    // A GLN extension names a spot within the place: the URI is stored as the id of the spot.
    return known_gln.exact || uri.length > LOCATION_ID_LENGTH
      ? { gln: known_gln.gln }
      : { id: uri, gln: known_gln.gln };
  }
  return uri.length > LOCATION_ID_LENGTH ? undefined : { id: uri };
}

/** RFC 5870, in WGS 84. Coordinates in another reference system are not read. */
function readGeo(uri: string): Location | string {
  const [coordinates = "", ...parameters] = uri.slice(4).split(";");
  const crs = parameters.find((parameter) => parameter.toLowerCase().startsWith("crs="));
  if (crs !== undefined && crs.slice(4).toLowerCase() !== "wgs84") {
    return uri.length > LOCATION_ID_LENGTH ? "A place has at most 128 characters." : { id: uri };
  }
  const [lat, lon] = coordinates.split(",").map(parseDecimal);
  if (lat === undefined || lon === undefined || Number.isNaN(lat) || Number.isNaN(lon)) {
    return "A geo URI has a latitude and a longitude, as in geo:48.85,2.35.";
  }
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) {
    return "Latitude is from -90 to 90, longitude from -180 to 180.";
  }
  const uncertainty = parameters.find((parameter) => parameter.startsWith("u="));
  const accuracy_m = uncertainty === undefined ? Number.NaN : parseDecimal(uncertainty.slice(2));
  return { geo: accuracy_m >= 0 ? { lat, lon, accuracy_m } : { lat, lon } };
}

function parseDecimal(text: string): number {
  return /^-?\d{1,20}(\.\d{1,30})?$/.test(text) ? Number(text) : Number.NaN;
}

const UNLOCODE = /^[A-Z]{2}[A-Z2-9]{3}$/;
const IATA = /^[A-Z]{3}$/;

/** `https://otep.dev/ns/location/unlocode/FRLYS`: places that have no URI elsewhere. */
function readOwnPlace(uri: string, options: IdentifierOptions): Location | undefined {
  for (const namespace of [options.namespace ?? NAMESPACE, NAMESPACE]) {
    if (!uri.startsWith(`${namespace}location/`)) continue;
    const [kind, text = ""] = uri.slice(namespace.length + 9).split("/");
    const value = decoded(text);
    if (value === undefined) return undefined;
    if (kind === "unlocode" && UNLOCODE.test(value)) return { unlocode: value };
    if (kind === "iata" && IATA.test(value)) return { iata: value };
    if (kind === "id" && value !== "" && value.length <= LOCATION_ID_LENGTH) return { id: value };
  }
  return undefined;
}
