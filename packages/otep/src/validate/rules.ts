/** The rules of the validator: each code of a finding has one rule. Ids and codes are stable. */
import type { ErrorCode, WarningCode } from "../finding.ts";

export interface Rule<Code extends string> {
  id: string;
  code: Code;
  /** The requirement on a conformant document. */
  sentence: string;
}

export const ERROR_RULES: readonly Rule<ErrorCode>[] = [
  { id: "OTEP-E01", code: "missing_field", sentence: "A required member is present and not empty." },
  { id: "OTEP-E02", code: "invalid_type", sentence: "A member has its type, form and range." },
  {
    id: "OTEP-E03",
    code: "invalid_timestamp",
    sentence: "A time is a date and time of RFC 3339 from the years 2000 to 9999.",
  },
  { id: "OTEP-E04", code: "timestamp_without_offset", sentence: "A time carries Z or an offset." },
  {
    id: "OTEP-E05",
    code: "unknown_status_code",
    sentence: "A status code is registered, or experimental with x-; base is a core code.",
  },
  {
    id: "OTEP-E06",
    code: "unknown_profile",
    sentence: "The profile of a status code is registered, or experimental with x-.",
  },
  {
    id: "OTEP-E07",
    code: "unknown_incident_reason",
    sentence: "An incident reason is registered, or experimental with x-.",
  },
  {
    id: "OTEP-E08",
    code: "unsupported_version",
    sentence: "The protocol version has the major number of this receiver.",
  },
  {
    id: "OTEP-E09",
    code: "subject_mismatch",
    sentence: "Every event of a document with a subject is about that subject.",
  },
  {
    id: "OTEP-E10",
    code: "invalid_identifier",
    sentence: "An identifier has the form of its scheme, check digit included, and names what exists.",
  },
  {
    id: "OTEP-E11",
    code: "event_id_conflict",
    sentence: "Two events of one provider with one event_id say the same.",
  },
  {
    id: "OTEP-E12",
    code: "transition_after_terminal",
    sentence:
      "After delivered, returned, rejected or cancelled comes no status but the same, held, delayed or exception.",
  },
  {
    id: "OTEP-E13",
    code: "phase_mismatch",
    sentence: "The phase of an event of a timeline is that of its code, or the carried one.",
  },
  {
    id: "OTEP-E14",
    code: "status_mismatch",
    sentence: "The state of a timeline follows from its events, and a base from its code.",
  },
  {
    id: "OTEP-E15",
    code: "invalid_location",
    sentence: "A location has valid codes, coordinates and time zone.",
  },
  { id: "OTEP-E16", code: "field_too_long", sentence: "No text, list or event exceeds its limit." },
  { id: "OTEP-E17", code: "too_many_events", sentence: "A document has no more events than the limit." },
  {
    id: "OTEP-E18",
    code: "invalid_correction",
    sentence: "A correction names another event, and voided_by names a correction that stands.",
  },
];

export const WARNING_RULES: readonly Rule<WarningCode>[] = [
  {
    id: "OTEP-W01",
    code: "transition_irregular",
    sentence: "Each status is one that the transition table lists after the one before.",
  },
  { id: "OTEP-W02", code: "unordered_events", sentence: "Events stand in the order of occurred_at." },
  { id: "OTEP-W03", code: "duplicate_event", sentence: "An event is given once." },
  { id: "OTEP-W04", code: "experimental_code", sentence: "Codes with x- are registered before wide use." },
  { id: "OTEP-W05", code: "alias_code", sentence: "A core code is written in full, otep:core:<code>." },
  {
    id: "OTEP-W06",
    code: "missing_recommended",
    sentence: "A status that asks why gives a reason; a timeline states what follows from its events.",
  },
  {
    id: "OTEP-W07",
    code: "future_event",
    sentence: "An actual event lies no more than 15 minutes ahead.",
  },
  {
    id: "OTEP-W08",
    code: "recorded_before_occurred",
    sentence: "An actual event is recorded after it occurred.",
  },
  {
    id: "OTEP-W09",
    code: "custody_gap",
    sentence: "When another operator holds the goods, an event of one party hands them over.",
  },
  { id: "OTEP-W10", code: "conflicting_terminal", sentence: "A journey ends in one way." },
  {
    id: "OTEP-W11",
    code: "deprecated_code",
    sentence: "A code that was replaced is not used for new events. None is replaced in version 1.0.0.",
  },
  {
    id: "OTEP-W12",
    code: "unknown_member",
    sentence: "Members outside the protocol stand in extensions; others are not kept.",
  },
];

const idByCode = new Map<string, string>(
  [...ERROR_RULES, ...WARNING_RULES].map(({ code, id }) => [code, id]),
);

/** The id of the rule behind a finding's code. */
export function findRuleId(code: ErrorCode | WarningCode): string {
  return idByCode.get(code)!;
}
