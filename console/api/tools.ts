/** The tools of the MCP servers and the profiles of tokens, from the public overview for agents. */
import { queryOptions } from "@tanstack/react-query";
import type { UserMeOutput } from "../../packages/client/client.gen.ts";

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
