/** The filters of the activity, as they stand in its address. */
import type { AuditInput } from "../../../../packages/client/client.gen.ts";
import { code, defineSearch, id, page, word } from "../../../parts/search-params.ts";

export type Outcome = NonNullable<AuditInput["outcome"]>;
type Surface = NonNullable<AuditInput["surface"]>;

const OUTCOMES: readonly Outcome[] = ["done", "refused", "proposed", "dry_run", "replayed", "failed"];
/** How programs call. What people do in the console is in no list of agents. */
export const SURFACES = ["mcp", "rest", "graphql"] as const satisfies readonly Surface[];
export type FilterSurface = (typeof SURFACES)[number];

export interface ActivityFilters {
  token?: number;
  tool?: string;
  outcome?: Outcome;
  /** MCP when absent. */
  way?: FilterSurface;
  page?: number;
  /** The entry that is open. */
  entry?: number;
}

export const readActivityFilters = defineSearch<ActivityFilters>({
  token: id(),
  tool: code(/^[\w.-]{1,64}$/),
  outcome: word(OUTCOMES),
  way: word(SURFACES),
  page: page(),
  entry: id(),
});
