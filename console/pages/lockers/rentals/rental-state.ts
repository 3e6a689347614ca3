import { defineLabels } from "../../../parts/labels.ts";
import { STATES } from "./states.ts";
import { text } from "./text.ts";

export const RENTAL_STATE = defineLabels(STATES, (state) => text.states[state]);
