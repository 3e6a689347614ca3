/** Words and colours of the states of a label. */
import { defineLabels } from "../../../parts/labels.ts";
import type { ScanStatus } from "./queries.ts";
import { text } from "./text.ts";

export const SCAN_STATUS = defineLabels<ScanStatus>(
  { queued: "grey", parsed: "good", needs_review: "warn", confirmed: "blue", failed: "bad" },
  (status) => text.statuses[status],
);
