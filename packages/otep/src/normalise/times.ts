/** Times of an event: RFC 3339 with an offset, from 2000 to 9999. */
import { canonicalInstant, NO_OFFSET, parseInstant, YEAR_2000, YEAR_10000 } from "../instant.ts";
import { isAbsent } from "./read.ts";
import type { Report } from "./report.ts";

/** Epoch milliseconds. */
export function readTime(
  report: Report,
  value: unknown,
  path: string,
  required: boolean,
): number | undefined {
  if (isAbsent(value)) {
    return required ? report.error(path, "missing_field", `${path.slice(1)} is required.`) : undefined;
  }
  if (typeof value !== "string")
    return report.error(path, "invalid_type", "A time is text in RFC 3339 form.");
  const epoch_ms = parseInstant(value);
  if (epoch_ms >= YEAR_2000 && epoch_ms < YEAR_10000) return epoch_ms;
  if (epoch_ms === NO_OFFSET) {
    return report.error(path, "timestamp_without_offset", "A time needs Z or an offset such as +02:00.");
  }
  return report.error(
    path,
    "invalid_timestamp",
    Number.isNaN(epoch_ms)
      ? "Must be a date and time of RFC 3339, as in 2026-03-02T09:15:00Z."
      : "Must lie between the years 2000 and 9999.",
  );
}

/** What EPCIS can write: no place on Earth is further from UTC. */
export const UTC_OFFSET = /^[+-](?:0\d|1[0-4]):[0-5]\d$/;

/**
 * The offset from UTC of the local time of an event: as it is said, else that of `occurred_at`, which itself is kept in
 * UTC. Undefined for UTC.
 */
export function readOffset(report: Report, value: unknown, occurred_at: unknown): string | undefined {
  let offset: unknown = value;
  if (isAbsent(value)) {
    if (typeof occurred_at !== "string" || occurred_at.at(-3) !== ":") return undefined;
    offset = occurred_at.slice(-6);
    if (!UTC_OFFSET.test(offset as string)) return undefined;
  } else if (typeof value !== "string") {
    return report.error("/utc_offset", "invalid_type", "Must be text.");
  } else if (!UTC_OFFSET.test(value)) {
    return report.error("/utc_offset", "invalid_timestamp", "Must look like +05:30, at most 14 hours.");
  }
  return (offset as string).endsWith("00:00") ? undefined : (offset as string);
}

/** The normal form of an optional nested time. */
export function readInstant(report: Report, value: unknown, path: string): string | undefined {
  const epoch_ms = readTime(report, value, path, false);
  return epoch_ms === undefined ? undefined : canonicalInstant(value as string, epoch_ms);
}
