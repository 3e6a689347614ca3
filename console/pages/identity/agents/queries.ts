/** What agents did and tried, from the audit; and what they may call: the tools of the MCP servers and the profiles of tokens. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AuditEntry, UserMeOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import type { ActivityFilters } from "./filters.ts";

export type { AuditEntry };

const PER_PAGE = 50;

export const activityQuery = ({ token, tool, outcome, way = "mcp", page = 1 }: ActivityFilters) =>
  queryOptions({
    queryKey: ["agent-activity", token, tool, outcome, way, page],
    queryFn: ({ signal }) =>
      client.audit(
        {
          page,
          per_page: PER_PAGE,
          surface: way,
          ...(token === undefined ? {} : { token_id: token }),
          ...(tool === undefined ? {} : { tool }),
          ...(outcome === undefined ? {} : { outcome }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Only one's own tokens can be opened; others are known from what they did. */
export const ownTokensQuery = queryOptions({
  queryKey: ["tokens", "api"],
  queryFn: ({ signal }) => client.userTokens({ kind: "api", per_page: 100 }, { signal }),
});

export interface AgentTool {
  name: string;
  title: string;
  effect: "read" | "write";
  risk: "low" | "medium" | "high";
  /** Empty for a tool that needs no scope. */
  scopes: readonly string[];
  /** Null: any account may call it. */
  roles: readonly UserMeOutput["user"]["role"][] | null;
  servers: readonly ("user" | "developer")[];
}

interface Profile {
  name: string;
  /** `*` is every scope. */
  scopes: readonly string[];
}

export interface Overview {
  tools: readonly AgentTool[];
  profiles: readonly Profile[];
}

const OVERVIEW = "/api/ai/capabilities";

/** It changes with an update of the service only. */
export const toolsQuery = queryOptions({
  queryKey: ["agent-tools"],
  queryFn: async ({ signal }): Promise<Overview> => {
    const answer = await fetch(OVERVIEW, { signal, headers: { accept: "application/json" } });
    if (!answer.ok) throw new Error(`${OVERVIEW}: ${answer.status}`);
    return (await answer.json()) as Overview;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
