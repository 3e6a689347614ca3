/**
 * The content of an event as 64 hexadecimal digits.
 *
 * Two reports with the same fingerprint are the same statement, however they were written. It provides ids for
 * events without one, breaks ties in the order of a timeline, and is the source of a timeline's revision.
 */
import { sha256 } from "#runtime";
import type { Address, Location, StoredEvent } from "./event.ts";
import { isPosition } from "./positions.ts";

/** The part of an event that the fingerprint covers. */
export type Statement = Pick<
  StoredEvent,
  "occurred_at" | "status_code" | "incident_reason" | "time_type" | "quantity" | "sensor" | "corrects"
> & {
  subject: Pick<StoredEvent["subject"], "id" | "scheme">;
  source: Pick<StoredEvent["source"], "provider">;
  location?: Pick<Location, "geo"> & { address?: Pick<Address, "city" | "region" | "country"> };
};

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
 * time, pieces, the corrected event and a sensor's reading. Absent members are left out.
 *
 * Only members of the public view: generated ids and revisions are public, and a hash of a hidden code of a
 * place, of an exact position or of a device could be searched for by trying the few thousand that are
 * possible. So the fingerprint of an event is the one of its public view.
 */
export function computeFingerprint(statement: Statement): string {
  return sha256(canonicalStatement(statement));
}

/**
 * The text that is hashed: equal to `canonicalJson` of the same members, written out because it runs once for
 * every event. A test checks that they are equal.
 */
export function canonicalStatement(statement: Statement): string {
  const { subject, source, quantity, sensor, status_code } = statement;
  let text = "{";
  if (statement.corrects !== undefined) text += `"corrects":${JSON.stringify(statement.corrects)},`;
  if (statement.incident_reason !== undefined) text += `"incident_reason":"${statement.incident_reason}",`;
  const place = statement.location === undefined ? null : placeKey(statement.location);
  if (place !== null) text += `"location":${JSON.stringify(place)},`;
  text += `"occurred_at":"${statement.occurred_at}"`;
  if (quantity?.pieces !== undefined) text += `,"pieces":${quantity.pieces}`;
  if (source.provider !== undefined) text += `,"provider":${JSON.stringify(source.provider)}`;
  if (sensor !== undefined && !isPosition(sensor, status_code)) {
    const { property, value, unit, min, max } = sensor;
    // The value distinguishes two devices that read one property in the same millisecond; the device itself is
    // hidden.
    text += `,"sensor":${canonicalJson({ property, value, unit, min, max })}`;
  }
  return `${text},"status_code":"${status_code}","subject":{"id":${JSON.stringify(
    subject.id,
  )},"scheme":"${subject.scheme}"},"time_type":"${statement.time_type}"}`;
}

/**
 * One text per place as the public view shows it: the rounded position, else country, region and city; `null` when
 * there is none.
 */
export function placeKey({ geo, address }: NonNullable<Statement["location"]>): string | null {
  if (geo !== undefined) return `geo:${Math.round(geo.lat * 100)},${Math.round(geo.lon * 100)}`;
  const { country = "", region = "", city = "" } = address ?? {};
  return country + region + city === "" ? null : `city:${country}/${region}/${city}`.toLowerCase();
}

/** A fingerprint's first 128 bits as a UUID of version 8 (RFC 9562). */
export function toUuid(fingerprint: string): string {
  const variant = "89ab"[Number.parseInt(fingerprint[16]!, 16) & 3];
  return `${fingerprint.slice(0, 8)}-${fingerprint.slice(8, 12)}-8${fingerprint.slice(13, 16)}-${variant}${fingerprint.slice(17, 20)}-${fingerprint.slice(20, 32)}`;
}

/** SHA-256, in hexadecimal, of the fingerprints in the order of the timeline, one per line. */
export function computeRevision(fingerprints: readonly string[]): string {
  return sha256(fingerprints.join("\n"));
}
