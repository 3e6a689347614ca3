/** Decisions about labels that were read. Pure. */
import { judgeNumber } from "#label-reading/numbers.ts";
import type { FieldName, Fields, ReadLabel, ReadValue } from "#label-reading/shapes.ts";

export const SCAN_STATUSES = ["queued", "parsed", "needs_review", "confirmed", "failed"] as const;
export type ScanStatus = (typeof SCAN_STATUSES)[number];

export const FAILURES = ["nothing_readable", "unreadable", "too_large", "cancelled", "gave_up"] as const;
export type Failure = (typeof FAILURES)[number];

/** What a person says instead of what was read; null: it is not on the label. */
export type Corrections = Partial<Record<FieldName, string | null>>;

/**
 * Whether a label waits for a person: no number, two readings that exclude each other, or any value that is less certain than the
 * business wants.
 */
export function decideStatus(
  { fields, conflicts }: Pick<ReadLabel, "fields" | "conflicts">,
  confidence_min: number,
): "parsed" | "needs_review" {
  const is_certain =
    fields.tracking_number !== undefined &&
    conflicts.length === 0 &&
    Object.values(fields).every(({ confidence }) => confidence >= confidence_min);
  return is_certain ? "parsed" : "needs_review";
}

/** The number that orders and packages are looked for by: one whose check digit is wrong is none. */
export function findSearchedNumber(fields: Fields, corrections: Corrections): string | null {
  const value = getValue(fields, corrections, "tracking_number");
  return value === null || judgeNumber(value).check === "invalid" ? null : value;
}

/** What holds: what a person says, else what was read. */
export function getValue(fields: Fields, corrections: Corrections, name: FieldName): string | null {
  const corrected = corrections[name];
  return corrected === undefined ? (fields[name]?.value ?? null) : corrected;
}

/** As people type it: a number without spaces, anything else without those around it. */
export function cleanCorrection(name: FieldName, value: string | null): string | null {
  if (value === null) return null;
  const trimmed = value.trim();
  if (trimmed === "") return null;
  return name === "tracking_number" ? trimmed.replace(/\s/g, "").toUpperCase() : trimmed;
}

export interface FieldReview {
  field: FieldName;
  source: ReadValue["source"] | null;
  confidence: number | null;
  is_right: boolean;
}

/** What a review says about each value: whether it was right, or was not read. */
export function judgeFields(fields: Fields, corrections: Corrections): FieldReview[] {
  const names = new Set([...Object.keys(fields), ...Object.keys(corrections)] as FieldName[]);
  return [...names].flatMap((field): FieldReview[] => {
    const read = fields[field];
    const final = getValue(fields, corrections, field);
    if (read === undefined)
      return final === null ? [] : [{ field, source: null, confidence: null, is_right: false }];
    return [{ field, source: read.source, confidence: read.confidence, is_right: read.value === final }];
  });
}

const NEXT = {
  queued: ["parsed", "needs_review", "failed"],
  parsed: ["confirmed"],
  needs_review: ["confirmed"],
  confirmed: ["confirmed"],
  failed: [],
} as const satisfies Record<ScanStatus, readonly ScanStatus[]>;

export const mayBecome = (from: ScanStatus, to: ScanStatus): boolean =>
  (NEXT[from] as readonly ScanStatus[]).includes(to);
