/** Badges of labels, packages, manifests and corrections. */
import {
  OPEN_LABEL_STATES,
  PRINTABLE_LABEL_STATES,
  PROBLEM_LABEL_STATES,
} from "../../../../packages/client/constants.gen.ts";
import { type LabelState, STATES } from "./state-names.ts";
import { text } from "./text.ts";

export const OPEN_STATES: LabelState[] = [...OPEN_LABEL_STATES];
export const PROBLEM_STATES: LabelState[] = [...PROBLEM_LABEL_STATES];
export const PRINTABLE_STATES: ReadonlySet<LabelState> = new Set(PRINTABLE_LABEL_STATES);

export const findState = (state: LabelState) => ({ label: text.states[state], tone: STATES[state] });
