/** The query of the page of exceptions. */
const STATES = ["snoozed", "decided"] as const;

/** Who handles them: the caller, nobody, or the account with this id. */
export type Whose = "me" | "nobody" | number;

export interface ExceptionFilters {
  kind?: string;
  /** Open when absent. */
  state?: (typeof STATES)[number];
  /** Everybody's when absent. */
  whose?: Whose;
}

export function readExceptionFilters({ kind, state, whose }: Record<string, unknown>): ExceptionFilters {
  const known = STATES.find((one) => one === state);
  const handler = readWhose(whose);
  return {
    ...(typeof kind === "string" && /^[a-z_]{1,40}$/.test(kind) ? { kind } : {}),
    ...(known === undefined ? {} : { state: known }),
    ...(handler === undefined ? {} : { whose: handler }),
  };
}

function readWhose(whose: unknown): Whose | undefined {
  if (whose === "me" || whose === "nobody") return whose;
  return Number.isSafeInteger(whose) && (whose as number) > 0 ? (whose as number) : undefined;
}

/** As the board takes it. */
export function toBoardFilter(whose: Whose | undefined): {
  mine?: boolean;
  is_assigned?: boolean;
  assigned_to?: number;
} {
  if (whose === undefined) return {};
  if (whose === "me") return { mine: true };
  return whose === "nobody" ? { is_assigned: false } : { assigned_to: whose };
}
