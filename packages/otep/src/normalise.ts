/**
 * Converts a producer's input to an event in normal form, with all errors and warnings.
 *
 * With errors there is no event; warnings accompany one. An optional member that is `null` or `""` counts as
 * absent: many systems write absence that way. Text that a database cannot store (NUL, lone surrogates) is
 * refused; so are control characters, and overrides of direction, in the text that people read.
 */
import { type StoredEvent, type Subject, TIME_TYPES, type TimeType } from "./event.ts";
import type { ErrorFinding, WarningFinding } from "./finding.ts";
import { computeFingerprint, toUuid } from "./fingerprint.ts";
import { canonicalInstant, formatInstant } from "./instant.ts";
import { readProofs, readQuantity, readSensor } from "./normalise/evidence.ts";
import { readExtensions } from "./normalise/extensions.ts";
import { readLocation } from "./normalise/location.ts";
import {
  isRecord,
  LIMITS,
  readProse,
  readText,
  readWord,
  UNKNOWN_MAX,
  warnUnknown,
} from "./normalise/read.ts";
import { Report } from "./normalise/report.ts";
import { findSizeFault, MEMBERS_MAX, TOO_LARGE } from "./normalise/size.ts";
import { type Origin, readActor, readSource } from "./normalise/source.ts";
import { readReason, readStatus, readVersion } from "./normalise/status.ts";
import { readSubject } from "./normalise/subject.ts";
import { readOffset, readTime } from "./normalise/times.ts";
import type { CodeEntry } from "./vocabulary.ts";

export interface NormaliseContext extends Origin {
  /** Now, epoch milliseconds: the `recorded_at` of the event, and the reference for `future_event`. */
  now: number;
  /** The version of the document around the event, for events that carry none. */
  protocol_version?: string;
  /** The subject of the document around the event; an event about another one is refused. */
  subject?: Subject;
  /** JSON Pointer to the event in what was posted, for the paths of findings: `/events/3`. */
  path?: string;
  /** True for documents of our own (validator, import): `recorded_at` is preserved instead of set. */
  keep_recorded_at?: boolean;
}

export interface Normalised {
  /** Undefined when there are errors. */
  event: StoredEvent | undefined;
  errors: ErrorFinding[];
  warnings: WarningFinding[];
}

export interface ReadEvent extends Normalised {
  /** Of an event without errors: its time, epoch milliseconds, and the entry that decides how it behaves. */
  occurred_ms?: number;
  code?: CodeEntry;
}

/** A clock may be wrong by this much; more is a wrong offset, or something that has not happened. */
export const AHEAD_MAX_MS = 15 * 60_000;

const timeTypes = new Set<string>(TIME_TYPES);

/** Core statuses that should have a reason. */
const wantsReason = new Set<string>([
  "pickup_failed",
  "delivery_attempted",
  "exception",
  "held",
  "delayed",
  "rejected",
  "returning",
  "cancelled",
]);

/** Put one event in normal form. `input` is parsed JSON of any shape. */
export function normaliseEvent(input: unknown, context: NormaliseContext): Normalised {
  const { event, errors, warnings } = readEvent(input, context);
  if (event !== undefined) identify(event);
  return { event, errors, warnings };
}

/** The fingerprint of an event from `readEvent`, and an id when it has none. */
export function identify(event: StoredEvent): void {
  event.fingerprint = computeFingerprint(event);
  if (event.event_id === "") event.event_id = toUuid(event.fingerprint);
}

/**
 * As `normaliseEvent`, without the hash: `fingerprint` is empty, and so is an `event_id` that was not given.
 * For the validator, which needs neither and for which the hash would be the largest cost.
 */
export function readEvent(input: unknown, context: NormaliseContext): ReadEvent {
  const report = new Report(context.path ?? "");
  const { errors, warnings } = report;
  if (!isRecord(input)) {
    report.error("", "invalid_type", "An event is an object.");
    return { event: undefined, errors, warnings };
  }
  let unknown_count = 0;
  let member_count = 0;
  for (const name in input) {
    if (++member_count > MEMBERS_MAX) {
      report.error("", "field_too_long", TOO_LARGE);
      return { event: undefined, errors, warnings };
    }
    const kind = kindOfMember(name);
    if (kind === "computed") report.weigh(input[name]);
    else if (kind === "unknown" && unknown_count++ < UNKNOWN_MAX) warnUnknown(report, "", name);
  }

  const protocol_version = readVersion(report, input.protocol_version, context.protocol_version);
  const subject = readSubject(report, input.subject, context.subject);
  const time_type = (readWord(report, input.time_type, "/time_type", timeTypes) ?? "actual") as TimeType;
  const status = readStatus(report, input.status_code, input.base);
  const incident_reason = readReason(report, input.incident_reason);
  const occurred_ms = readTime(report, input.occurred_at, "/occurred_at", true);
  const utc_offset = readOffset(report, input.utc_offset, input.occurred_at);
  const claimed_ms = readTime(report, input.recorded_at, "/recorded_at", false);
  const location = readLocation(report, input.location);
  const source = readSource(report, input.source, context);
  const actor = readActor(report, input.actor);
  const proof = readProofs(report, input.proof);
  const sensor = readSensor(report, input.sensor);
  const quantity = readQuantity(report, input.quantity);
  const description = readProse(report, input.description, "/description", LIMITS.text);
  const event_id = readText(report, input.event_id, "/event_id", LIMITS.event_id);
  const corrects = readText(report, input.corrects, "/corrects", LIMITS.event_id);
  const extensions = readExtensions(report, input.extensions);
  const oversize = findSizeFault(input, report);
  if (oversize !== null) report.error("", "field_too_long", oversize);
  if (corrects !== undefined && corrects === event_id) {
    report.error("/corrects", "invalid_correction", "An event cannot correct itself.");
  }
  if (
    errors.length > 0 ||
    subject === undefined ||
    status === undefined ||
    occurred_ms === undefined ||
    protocol_version === undefined ||
    source === undefined
  ) {
    return { event: undefined, errors, warnings };
  }

  if (time_type === "actual") {
    if (occurred_ms > context.now + AHEAD_MAX_MS) {
      report.warn("/occurred_at", "future_event", "An actual event lies more than 15 minutes ahead.");
    }
    if (claimed_ms !== undefined && claimed_ms < occurred_ms) {
      report.warn("/recorded_at", "recorded_before_occurred", "The event was recorded before it occurred.");
    }
    if (incident_reason === undefined && status.effect === "status" && wantsReason.has(status.entry.base)) {
      report.warn("/incident_reason", "missing_recommended", `${status.entry.base} should give a reason.`);
    }
  }

  if (time_type === "estimated" && claimed_ms === undefined && source.recorded_at === undefined) {
    report.warn("/recorded_at", "missing_recommended", "An estimate should say when it was made.");
  }

  const claimed_at =
    claimed_ms === undefined ? undefined : canonicalInstant(input.recorded_at as string, claimed_ms);
  if (claimed_at !== undefined && !context.keep_recorded_at && source.recorded_at === undefined) {
    source.recorded_at = claimed_at;
  }
  const event: StoredEvent = {
    protocol_version,
    event_id: event_id ?? "",
    subject,
    occurred_at: canonicalInstant(input.occurred_at as string, occurred_ms),
    recorded_at:
      context.keep_recorded_at && claimed_at !== undefined ? claimed_at : formatInstant(context.now),
    time_type,
    status_code: status.code,
    base: status.entry.base,
    source,
    fingerprint: "",
  };
  if (utc_offset !== undefined) event.utc_offset = utc_offset;
  if (incident_reason !== undefined) event.incident_reason = incident_reason;
  if (location !== undefined) event.location = location;
  if (actor !== undefined) event.actor = actor;
  if (proof !== undefined) event.proof = proof;
  if (sensor !== undefined) event.sensor = sensor;
  if (quantity !== undefined) event.quantity = quantity;
  if (description !== undefined) event.description = description;
  if (corrects !== undefined) event.corrects = corrects;
  if (extensions !== undefined) event.extensions = extensions;
  return { event, errors, warnings, occurred_ms, code: status.entry };
}

/** Members of the envelope, and those that a timeline adds to its events, which are computed anew. */
function kindOfMember(name: string): "read" | "computed" | "unknown" {
  switch (name) {
    case "protocol_version":
    case "event_id":
    case "subject":
    case "occurred_at":
    case "utc_offset":
    case "recorded_at":
    case "time_type":
    case "status_code":
    case "incident_reason":
    case "location":
    case "source":
    case "actor":
    case "proof":
    case "sensor":
    case "quantity":
    case "description":
    case "corrects":
    case "extensions":
      return "read";
    case "base":
    case "sequence":
    case "phase":
    case "voided_by":
    case "after_terminal":
    case "corroborates":
    case "fingerprint":
      return "computed";
    default:
      return "unknown";
  }
}
