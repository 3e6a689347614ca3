import { defineLabels } from "../../../parts/labels.ts";
import { STATUSES } from "./states.ts";
import { text } from "./text.ts";

export const HANDOVER_STATUS = defineLabels(STATUSES, (status) => text.statuses[status]);
