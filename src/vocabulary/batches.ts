/** The states of work that continues after its response: a batch of orders, an import. */
export const BATCH_STATES = [
  "QUEUED",
  "RUNNING",
  "COMPLETED",
  "COMPLETED_WITH_ERRORS",
  "FAILED",
  "CANCELLED",
] as const;
export type BatchState = (typeof BATCH_STATES)[number];
