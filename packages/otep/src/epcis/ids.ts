/** Ids of native events, from those of EPCIS or from what an event says. */
import { sha256 } from "#runtime";
import { canonicalJson, uuidOf } from "../fingerprint.ts";
import { isUuid } from "../projections/parts/uri.ts";
import type { Fields } from "./document.ts";

/**
 * The id of an event: its `eventID`, a UUID without its prefix. Without one it is made from the content, so
 * that the same event sent again, or declared an error, is recognised. Undefined for what has no canonical form.
 */
export function baseId(raw: Fields): string | undefined {
  const { eventID, errorDeclaration, recordTime, ...content } = raw;
  if (typeof eventID === "string" && eventID !== "") {
    const uuid = eventID.startsWith("urn:uuid:") ? eventID.slice(9).toLowerCase() : "";
    return isUuid(uuid) ? uuid : suffixed(eventID, "");
  }
  try {
    return uuidOf(sha256(canonicalJson(content)));
  } catch {
    return undefined;
  }
}

/** An id with something behind it, within the 128 characters that an id may have. */
export function suffixed(id: string, suffix: string): string {
  const full = id + suffix;
  return full.length <= 128 ? full : uuidOf(sha256(full));
}
