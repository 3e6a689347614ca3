/** The query of the page of exceptions. */
const STATES = ["snoozed", "decided"] as const;

export function readExceptionFilters({ kind, state }: Record<string, unknown>): {
  kind?: string;
  /** Open when absent. */
  state?: (typeof STATES)[number];
} {
  const known = STATES.find((one) => one === state);
  return {
    ...(typeof kind === "string" && /^[a-z_]{1,40}$/.test(kind) ? { kind } : {}),
    ...(known === undefined ? {} : { state: known }),
  };
}
