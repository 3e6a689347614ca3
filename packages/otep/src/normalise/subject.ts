/** What an event is about: an identifier of a known scheme, with its parent and relatives. */
import { SUBJECT_SCHEMES, type Subject, type SubjectReference, type SubjectScheme } from "../event.ts";
import { findIdentifierFault } from "../identifiers.ts";
import {
  type Fields,
  isAbsent,
  isRecord,
  LIMITS,
  readList,
  readText,
  readWord,
  reportUnknown,
} from "./read.ts";
import type { Report } from "./report.ts";

const SUBJECT_TYPE = /^[a-z][a-z0-9_]{0,31}$/;
const schemes = new Set<string>(SUBJECT_SCHEMES);

const typeOfScheme: Record<SubjectScheme, string> = {
  tracking_number: "shipment",
  order_id: "order",
  package_id: "package",
  sscc: "package",
  grai: "asset",
  giai: "asset",
  uld: "container",
  container: "container",
  rental_id: "rental",
  uri: "other",
};

const subjectMembers = new Set(["id", "scheme", "type", "parent", "related"]);
const referenceMembers = new Set(["id", "scheme", "type"]);

export function readSubject(
  report: Report,
  value: unknown,
  around: Subject | undefined,
): Subject | undefined {
  if (isAbsent(value)) {
    return around ?? report.error("/subject", "missing_field", "subject is required.");
  }
  const reference = readReference(report, value, "/subject");
  if (reference === undefined) return undefined;
  const subject: Subject = {
    id: reference.id,
    scheme: reference.scheme,
    type: typeOfScheme[reference.scheme],
  };
  if (typeof value === "object") {
    const fields = value as Fields;
    reportUnknown(report, fields, "/subject", subjectMembers);
    const type = readText(report, fields.type, "/subject/type", 32);
    if (type !== undefined) {
      if (!SUBJECT_TYPE.test(type)) {
        return report.error("/subject/type", "invalid_type", "A type is a lower-case word, as in shipment.");
      }
      subject.type = type;
    }
    if (!isAbsent(fields.parent)) {
      const parent = readReference(report, fields.parent, "/subject/parent");
      if (parent !== undefined) subject.parent = parent;
    }
    const related = readList(report, fields.related, "/subject/related", LIMITS.related, readReference);
    if (related !== undefined) subject.related = related;
  }
  if (around !== undefined && (around.id !== subject.id || around.scheme !== subject.scheme)) {
    return report.error(
      "/subject",
      "subject_mismatch",
      `The document is about ${around.id}, the event is not.`,
    );
  }
  return subject;
}

function readReference(report: Report, value: unknown, path: string): SubjectReference | undefined {
  if (typeof value === "string") {
    const fault = findIdentifierFault("tracking_number", value);
    if (fault === null) return { id: value, scheme: "tracking_number" };
    return report.error(path, "invalid_identifier", `The tracking number ${fault}.`);
  }
  if (!isRecord(value)) {
    return report.error(path, "invalid_type", "Must be a tracking number or an object with id and scheme.");
  }
  if (path !== "/subject") reportUnknown(report, value, path, referenceMembers);
  const scheme = readWord(report, value.scheme, `${path}/scheme`, schemes);
  if (scheme === undefined && !isAbsent(value.scheme)) return undefined;
  if (isAbsent(value.id)) return report.error(`${path}/id`, "missing_field", "id is required.");
  const id = readText(report, value.id, `${path}/id`, 512);
  if (id === undefined) return undefined;
  const known_scheme = (scheme ?? "tracking_number") as SubjectScheme;
  const fault = findIdentifierFault(known_scheme, id);
  if (fault !== null)
    return report.error(`${path}/id`, "invalid_identifier", `The ${known_scheme} ${fault}.`);
  return { id, scheme: known_scheme };
}
