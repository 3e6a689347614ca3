/** What has become of a message, as the tone of its tag. */
export const TONES = {
  deferred: "blue",
  suppressed: "grey",
  kept: "grey",
  queued: "blue",
  sent: "good",
  delivered: "good",
  failed: "bad",
} as const;
