/** The query of the page of exceptions. */
import { code, defineSearch, either, id, word } from "../../../parts/search-params.ts";

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

export const readExceptionFilters = defineSearch<ExceptionFilters>({
  kind: code(/^[a-z_]{1,40}$/),
  state: word(STATES),
  whose: either(word(["me", "nobody"]), id()),
});

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
