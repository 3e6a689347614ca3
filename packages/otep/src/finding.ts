/** Findings of the validator and the normaliser about a document. Codes are stable; messages may change. */

export type ErrorCode =
  | "missing_field"
  | "invalid_type"
  | "invalid_timestamp"
  | "timestamp_without_offset"
  | "unknown_status_code"
  | "unknown_profile"
  | "unknown_incident_reason"
  | "unsupported_version"
  | "subject_mismatch"
  | "invalid_identifier"
  | "event_id_conflict"
  | "transition_after_terminal"
  | "phase_mismatch"
  | "status_mismatch"
  | "invalid_location"
  | "field_too_long"
  | "too_many_events"
  | "invalid_correction";

export type WarningCode =
  | "transition_irregular"
  | "unordered_events"
  | "duplicate_event"
  | "experimental_code"
  | "alias_code"
  | "missing_recommended"
  | "future_event"
  | "recorded_before_occurred"
  | "custody_gap"
  | "conflicting_terminal"
  | "deprecated_code"
  | "unknown_member";

export interface Finding<Code extends string> {
  /** JSON Pointer (RFC 6901) into what was posted; empty for the whole document. */
  path: string;
  code: Code;
  /** English, one sentence. */
  message: string;
}

export type ErrorFinding = Finding<ErrorCode>;
export type WarningFinding = Finding<WarningCode>;

/** A member name as one step of a JSON Pointer. */
export function pointerStep(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
