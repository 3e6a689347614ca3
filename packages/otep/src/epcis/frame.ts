/** The members that every kind of EPCIS event has: time, action, place, declaration. */
import type { ErrorFinding } from "../finding.ts";
import { type Fields, isRecord } from "./document.ts";
import { readPlace } from "./place.ts";
import type { DocumentState } from "./reading.ts";
import { findTimeFault } from "./sensors.ts";

/** Report what is wrong with them. */
export function checkEventFields(raw: Fields, path: string, errors: ErrorFinding[]): void {
  const wrong = findTimeFault(raw.eventTime, `${path}/eventTime`);
  if (wrong !== undefined) errors.push(wrong);
  if (raw.recordTime !== undefined) {
    const fault = findTimeFault(raw.recordTime, `${path}/recordTime`);
    if (fault !== undefined) errors.push(fault);
  }
  const offset = raw.eventTimeZoneOffset;
  if (offset !== undefined && !(typeof offset === "string" && /^[+-](0\d|1[0-4]):[0-5]\d$/.test(offset))) {
    errors.push({
      path: `${path}/eventTimeZoneOffset`,
      code: "invalid_type",
      message: "Must look like +02:00.",
    });
  }
  if (raw.type !== "TransformationEvent" && !["ADD", "OBSERVE", "DELETE"].includes(raw.action as string)) {
    const code = raw.action === undefined ? "missing_field" : "invalid_type";
    errors.push({ path: `${path}/action`, code, message: "Must be ADD, OBSERVE or DELETE." });
  }
  for (const name of ["eventID", "bizStep", "disposition"]) {
    const value = raw[name];
    if (value !== undefined && (typeof value !== "string" || value === "")) {
      errors.push({ path: `${path}/${name}`, code: "invalid_type", message: "Must be text." });
    }
  }
  if (raw.errorDeclaration === undefined) return;
  if (!isRecord(raw.errorDeclaration)) {
    errors.push({ path: `${path}/errorDeclaration`, code: "invalid_type", message: "Must be an object." });
    return;
  }
  const fault = findTimeFault(
    raw.errorDeclaration.declarationTime,
    `${path}/errorDeclaration/declarationTime`,
  );
  if (fault !== undefined) errors.push(fault);
}

/** The read point, else the business location, else the place that an association is with. */
export function chooseLocation(
  raw: Fields,
  path: string,
  parent: string | undefined,
  index: number,
  errors: ErrorFinding[],
  reading: DocumentState,
): unknown {
  for (const member of ["readPoint", "bizLocation"]) {
    const value = raw[member];
    if (value === undefined) continue;
    const here = isRecord(value) ? `${path}/${member}/id` : `${path}/${member}`;
    const place = readPlace(isRecord(value) ? value.id : undefined, reading.options);
    if (typeof place === "string") errors.push({ path: here, code: "invalid_location", message: place });
    else if (place !== undefined) return place;
    else {
      const message = "A place is kept up to 128 characters.";
      reading.unmapped.push({ index, path: here, code: "unmapped_member", message });
    }
  }
  const place = parent === undefined ? undefined : readPlace(parent, reading.options);
  return typeof place === "string" ? undefined : place;
}
