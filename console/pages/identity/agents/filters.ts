/** The filters of the activity, as they stand in its address. */
import type { AuditInput } from "../../../../packages/client/client.gen.ts";

export type Outcome = NonNullable<AuditInput["outcome"]>;
type Surface = NonNullable<AuditInput["surface"]>;

export const OUTCOMES: readonly Outcome[] = ["done", "refused", "proposed", "dry_run", "replayed", "failed"];
/** How programs call. What people do in the console is in no list of agents. */
export const WAYS = ["mcp", "rest", "graphql"] as const satisfies readonly Surface[];
export type Way = (typeof WAYS)[number];

export interface ActivityFilters {
  token?: number;
  tool?: string;
  outcome?: Outcome;
  /** MCP when absent. */
  way?: Way;
  page?: number;
  /** The entry that is open. */
  entry?: number;
}

function readId(value: unknown): number | undefined {
  return Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;
}

export function readActivityFilters(search: Record<string, unknown>): ActivityFilters {
  const { tool, outcome, way } = search;
  const found = {
    token: readId(search["token"]),
    tool: typeof tool === "string" && /^[\w.-]{1,64}$/.test(tool) ? tool : undefined,
    outcome: OUTCOMES.find((one) => one === outcome),
    way: WAYS.find((one) => one === way),
    page: readId(search["page"]),
    entry: readId(search["entry"]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
