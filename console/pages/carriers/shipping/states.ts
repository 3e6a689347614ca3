/** Badges of labels, packages, manifests and corrections. */
import type { Tone } from "../../../parts/labels.ts";
import type { LabelState } from "./state-names.ts";
import { text } from "./text.ts";

const TONES: Record<LabelState, Tone> = {
  PURCHASING: "blue",
  LABEL_PURCHASE_FAILED: "bad",
  LABEL_READY: "teal",
  INFO_SUBMITTED: "teal",
  MANIFESTED: "good",
  VOID_PENDING: "warn",
  VOIDED: "grey",
  VOID_REJECTED: "bad",
  REFUND_REQUESTED: "warn",
  REFUNDED: "grey",
  REFUND_REJECTED: "bad",
  CANCELLED: "grey",
  CLOSED: "good",
};

/** Ready, and not yet handed over. */
export const OPEN_STATES: LabelState[] = ["LABEL_READY", "INFO_SUBMITTED"];
/** Somebody has to decide what happens next. */
export const PROBLEM_STATES: LabelState[] = ["LABEL_PURCHASE_FAILED", "VOID_REJECTED"];
/** The carrier has files for labels in these. */
export const PRINTED_STATES: ReadonlySet<LabelState> = new Set([
  "LABEL_READY",
  "INFO_SUBMITTED",
  "MANIFESTED",
  "VOID_REJECTED",
  "REFUND_REJECTED",
]);

export const findState = (state: LabelState) => ({ label: text.states[state], tone: TONES[state] });
