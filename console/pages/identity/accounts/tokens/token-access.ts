/** What a token with some scopes reaches: its permissions, and the tools by kind. Pure. */
import type { AgentTool, Overview } from "../../agents/queries.ts";

/** Of the account that the token acts for. */
interface Account {
  role: string;
  permissions: readonly string[];
}

export interface TokenAccess {
  permissions: ReadonlySet<string>;
  /** Each tool is of one kind: high risk, whether it reads or writes, else a read or a write. */
  reads: readonly AgentTool[];
  writes: readonly AgentTool[];
  high: readonly AgentTool[];
}

/** Every scope. */
const ALL = "*";

/** `scopes`: null is every scope of the account, as in a token without scopes of its own. */
export function computeTokenAccess(
  { tools }: Overview,
  scopes: readonly string[] | null,
  account: Account,
): TokenAccess {
  const held = scopes === null || scopes.includes(ALL) ? null : new Set(scopes);
  const permissions = new Set(account.permissions.filter((one) => held === null || held.has(one)));
  const reached = tools.filter(
    (tool) =>
      (tool.roles === null || (tool.roles as readonly string[]).includes(account.role)) &&
      tool.scopes.every((scope) => permissions.has(scope)),
  );
  const kinds = { reads: [], writes: [], high: [] } as Record<Kind, AgentTool[]>;
  const direct_tools = reached.filter((tool) => !runsOthers(tool));
  for (const tool of direct_tools) kinds[findKind(tool)].push(tool);
  const riskiest = kinds.high.length > 0 ? "high" : kinds.writes.length > 0 ? "writes" : "reads";
  for (const tool of reached) if (runsOthers(tool)) kinds[riskiest].push(tool);
  return { permissions, ...kinds };
}

type Kind = "reads" | "writes" | "high";

function findKind({ risk, effect }: AgentTool): Kind {
  if (risk === "high") return "high";
  return effect === "read" ? "reads" : "writes";
}

/** It runs any operation with the scopes of the token, so it can do what the other tools can. */
function runsOthers({ risk, scopes, roles }: AgentTool): boolean {
  return risk === "high" && scopes.length === 0 && roles === null;
}

/** The scopes of a profile; null is every scope of the account. */
export function findProfileScopes({ profiles }: Overview, name: string): readonly string[] | null {
  const scopes = profiles.find((one) => one.name === name)?.scopes ?? [];
  return scopes.includes(ALL) ? null : scopes;
}
