/** What the states of lockers and compartments are called. */
import { defineLabels } from "../../../parts/labels.ts";
import { COMPARTMENT_STATES, DEVICE_STATES } from "./states.ts";
import { text } from "./text.ts";

export const DEVICE_STATUS = defineLabels(DEVICE_STATES, (state) => text.device_states[state]);
export const COMPARTMENT_STATUS = defineLabels(COMPARTMENT_STATES, (state) => text.states[state]);
