/** Members of an EPCIS event without a native counterpart: stored in an extension up to its size limit. */
import { byteLength } from "#runtime";
import type { Fields } from "./document.ts";
import { isRecord } from "./document.ts";

/** The name of the extension that holds members of EPCIS without a place in the envelope. */
export const EPCIS_EXTENSION = "org.gs1.epcis";

const EXTENSIONS_BYTES = 4096;

const read = new Set([
  "@context",
  "type",
  "eventID",
  "eventTime",
  "eventTimeZoneOffset",
  "recordTime",
  "errorDeclaration",
  "action",
  "bizStep",
  "disposition",
  "readPoint",
  "epcList",
  "parentID",
  "childEPCs",
  "inputEPCList",
  "outputEPCList",
  "bizTransactionList",
]);
const quantities = new Set(["quantityList", "childQuantityList", "inputQuantityList", "outputQuantityList"]);

/** The extensions of the native event, and the names of the members that did not fit. */
export function foreignMembers(
  raw: Fields,
  prefix: string | undefined,
  sensors: boolean,
  extensions: unknown,
): { kept_extensions: unknown; dropped: string[] } {
  const names = Object.keys(raw).filter((name) => {
    if (read.has(name) || (prefix !== undefined && name.startsWith(`${prefix}:`))) return false;
    if (name === "sensorElementList") return sensors;
    if (quantities.has(name)) return hasOtherUnits(raw[name]);
    return name !== "bizLocation" || !isSamePlace(raw.bizLocation, raw.readPoint);
  });
  if (names.length === 0) return { kept_extensions: extensions, dropped: [] };
  if (extensions !== undefined && !isRecord(extensions))
    return { kept_extensions: extensions, dropped: names };
  // Object.fromEntries defines members, so that one named __proto__ is a member like any other.
  const members = Object.fromEntries(names.map((name) => [name, raw[name]]));
  const kept_extensions = { ...extensions, [EPCIS_EXTENSION]: members };
  return fits(kept_extensions)
    ? { kept_extensions, dropped: [] }
    : { kept_extensions: extensions, dropped: names };
}

function hasOtherUnits(list: unknown): boolean {
  return (
    Array.isArray(list) &&
    list.some((element) => isRecord(element) && element.uom !== undefined && element.uom !== "KGM")
  );
}

/** Does the business location only repeat the read point, or replace an absent one? */
function isSamePlace(location: unknown, readPoint: unknown): boolean {
  if (!isRecord(location) || Object.keys(location).length !== 1) return false;
  return readPoint === undefined || (isRecord(readPoint) && readPoint.id === location.id);
}

function fits(extensions: unknown): boolean {
  try {
    const text = JSON.stringify(extensions);
    return byteLength(text) <= EXTENSIONS_BYTES && !/\\u(0000|d[89a-f])/i.test(text);
  } catch {
    // Nested too deeply to be serialised.
    return false;
  }
}
