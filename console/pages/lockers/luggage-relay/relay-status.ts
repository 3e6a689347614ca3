import { defineLabels } from "../../../parts/labels.ts";
import { STATES } from "./states.ts";
import { text } from "./text.ts";

export const RELAY_STATUS = defineLabels(STATES, (state) => text.states[state]);
