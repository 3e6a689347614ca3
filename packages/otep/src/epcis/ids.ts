/** Ids of native events, from those of EPCIS or from the content of an event. */
import { sha256 } from "#runtime";
import { canonicalJson, canonicalStatement, toUuid } from "../fingerprint.ts";
import { readEvent } from "../normalise.ts";
import { isUuid } from "../projections/parts/uri.ts";
import type { Fields } from "./document.ts";

/** The id of an event: its `eventID`, a UUID without its prefix. Undefined without one. */
export function readEventId({ eventID }: Fields): string | undefined {
  if (typeof eventID !== "string" || eventID === "") return undefined;
  const uuid = eventID.startsWith("urn:uuid:") ? eventID.slice(9).toLowerCase() : "";
  return isUuid(uuid) ? uuid : suffixed(eventID, "");
}

/**
 * An id for an event without one, per object (`inputs`): derived from the fingerprints of its native events, so
 * that the same event sent again, or declared an error, is recognised, and so that the id reveals nothing that
 * the public view hides. Empty for unreadable events, which will be refused.
 */
export function deriveId(inputs: readonly Fields[]): string {
  const statements: string[] = [];
  for (const input of inputs) {
    const { event } = readEvent(input, { now: 0 });
    if (event === undefined) return "";
    statements.push(canonicalStatement(event));
  }
  return toUuid(sha256(statements.join("\n")));
}

/** Has an event a canonical form? Lone surrogates and what is nested too deeply have none. */
export function isCanonical(raw: Fields): boolean {
  try {
    canonicalJson(raw);
    return true;
  } catch {
    return false;
  }
}

/** An id with a suffix, within the maximum of 128 characters. */
export function suffixed(id: string, suffix: string): string {
  const full = id + suffix;
  return full.length <= 128 ? full : toUuid(sha256(full));
}
