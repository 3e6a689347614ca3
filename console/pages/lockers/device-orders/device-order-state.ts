import { defineLabels } from "../../../parts/labels.ts";
import { STATES } from "./states.ts";
import { text } from "./text.ts";

export const DEVICE_ORDER_STATE = defineLabels(STATES, (state) => text.states[state]);
