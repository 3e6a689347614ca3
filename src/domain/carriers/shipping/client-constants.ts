import { defineClientConstants } from "#operation/define/client-constants.ts";
import { OPEN_STATES, PRINTABLE_STATES, PROBLEM_STATES } from "./rules.ts";

export const constants = defineClientConstants({
  OPEN_LABEL_STATES: OPEN_STATES,
  PROBLEM_LABEL_STATES: PROBLEM_STATES,
  PRINTABLE_LABEL_STATES: PRINTABLE_STATES,
});
