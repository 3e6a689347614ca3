/**
 * What an event says, in 64 hexadecimal digits.
 *
 * Two reports with the same fingerprint are the same statement, however they were written. It names events
 * that come without an id, breaks ties in the order of a timeline, and makes the revision of a timeline.
 */
import { sha256 } from "#runtime";
import type { Location, StoredEvent } from "./event.ts";

/** The part of an event that the fingerprint covers. */
export type Statement = Pick<
  StoredEvent,
  | "subject"
  | "occurred_at"
  | "status_code"
  | "incident_reason"
  | "location"
  | "time_type"
  | "quantity"
  | "sensor"
  | "corrects"
  | "source"
>;

/** Canonical JSON, RFC 8785. Throws TypeError for what JSON cannot hold (NaN, functions, lone surrogates). */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form.`);
    return JSON.stringify(value);
  }
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new TypeError("Text with a lone surrogate has no canonical JSON form.");
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") {
    const members: string[] = [];
    const record = value as Record<string, unknown>;
    // The default sort compares UTF-16 code units, which is what RFC 8785 asks for.
    for (const name of Object.keys(record).sort()) {
      if (record[name] !== undefined) members.push(`${canonicalJson(name)}:${canonicalJson(record[name])}`);
    }
    return `{${members.join(",")}}`;
  }
  throw new TypeError(`A ${typeof value} has no JSON form.`);
}

/**
 * SHA-256, in hexadecimal, of the canonical JSON of provider, subject, time, status, reason, place, kind of
 * time and pieces. A sensor's device and property, and the corrected event, count when present: two
 * properties read in the same millisecond are two statements. Absent members are left out.
 */
export function fingerprintOf(statement: Statement): string {
  return sha256(canonicalStatement(statement));
}

/**
 * The text that is hashed: equal to `canonicalJson` of the same members, written out because it runs once
 * for every event. A test holds the two together.
 */
export function canonicalStatement(statement: Statement): string {
  const { subject, source, quantity, sensor } = statement;
  let text = "{";
  if (statement.corrects !== undefined) text += `"corrects":${JSON.stringify(statement.corrects)},`;
  if (statement.incident_reason !== undefined) text += `"incident_reason":"${statement.incident_reason}",`;
  const place = statement.location === undefined ? null : placeKey(statement.location);
  if (place !== null) text += `"location":${JSON.stringify(place)},`;
  text += `"occurred_at":"${statement.occurred_at}"`;
  if (quantity?.pieces !== undefined) text += `,"pieces":${quantity.pieces}`;
  if (source.provider !== undefined) text += `,"provider":${JSON.stringify(source.provider)}`;
  if (sensor !== undefined) {
    text += `,"sensor":${JSON.stringify(`${sensor.device_id ?? ""}/${sensor.property}`)}`;
  }
  return `${text},"status_code":"${statement.status_code}","subject":{"id":${JSON.stringify(
    subject.id,
  )},"scheme":"${subject.scheme}"},"time_type":"${statement.time_type}"}`;
}

/**
 * One text per place: the first of GLN, UN/LOCODE, IATA code, id, position, city; `null` when there is none.
 *
 * Coarse on purpose: made ids and revisions are public, and a hash of an exact position or of a street could
 * be searched for by trying the few thousand that are possible. So no more than the public view shows.
 */
export function placeKey(location: Location): string | null {
  if (location.gln !== undefined) return `gln:${location.gln}`;
  if (location.unlocode !== undefined) return `unlocode:${location.unlocode}`;
  if (location.iata !== undefined) return `iata:${location.iata}`;
  if (location.id !== undefined) return `id:${location.id}`;
  const { geo, address } = location;
  if (geo !== undefined) return `geo:${Math.round(geo.lat * 100)},${Math.round(geo.lon * 100)}`;
  const { country = "", region = "", city = "" } = address ?? {};
  return country + region + city === "" ? null : `city:${country}/${region}/${city}`.toLowerCase();
}

/** A fingerprint's first 128 bits as a UUID of version 8 (RFC 9562). */
export function uuidOf(fingerprint: string): string {
  const variant = "89ab"[Number.parseInt(fingerprint[16]!, 16) & 3];
  return `${fingerprint.slice(0, 8)}-${fingerprint.slice(8, 12)}-8${fingerprint.slice(13, 16)}-${variant}${fingerprint.slice(17, 20)}-${fingerprint.slice(20, 32)}`;
}

/** SHA-256, in hexadecimal, of the fingerprints in the order of the timeline, one per line. */
export function revisionOf(fingerprints: readonly string[]): string {
  return sha256(fingerprints.join("\n"));
}
