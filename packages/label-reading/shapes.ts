/** What is read from a label. Plain data: it crosses processes and is stored as it is. */

/** In pixels of the page, from its top left corner. */
export interface Box {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

type Source = "barcode" | "text";

/** No value is without confidence and place. */
export interface ReadValue {
  value: string;
  /** From 0 to 1: how likely the value is right. */
  confidence: number;
  box: Box;
  source: Source;
}

export const FIELD_NAMES = [
  "tracking_number",
  "carrier",
  "service",
  "reference",
  "weight_g",
  "recipient_name",
  "recipient_street",
  "recipient_postal_code",
  "recipient_city",
  "recipient_region",
  "recipient_country",
  "sender_name",
  "sender_street",
  "sender_postal_code",
  "sender_city",
] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

export type Fields = Partial<Record<FieldName, ReadValue>>;

/** `none`: numbers of its form have no check digit. */
export type CheckResult = "valid" | "invalid" | "none";

export interface TrackingCandidate extends ReadValue {
  /** Code of the carrier in whose form it is; null where several print this form. */
  carrier: string | null;
  check: CheckResult;
}

export interface ReadLabel {
  /** Where the label is on its page. */
  box: Box;
  fields: Fields;
  tracking_candidates: TrackingCandidate[];
  /** Fields for which code and text, or two codes, say different things. */
  conflicts: FieldName[];
}

export interface ReadPage {
  page: number;
  width: number;
  height: number;
  labels: ReadLabel[];
}
