/** Badges of labels, packages, manifests and corrections. */
import { type LabelState, STATES } from "./state-names.ts";
import { text } from "./text.ts";

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

export const findState = (state: LabelState) => ({ label: text.states[state], tone: STATES[state] });
