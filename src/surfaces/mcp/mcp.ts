/** Mounts both MCP servers over the registry. */
import type { FastifyInstance } from "fastify";
import type { Actor } from "#operation/caller/actor.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import type { Origins } from "../cors.ts";
import { registerMcp } from "./protocol/plugin.ts";
import { createMcpServer } from "./server.ts";

export interface McpSurfaceOptions {
  base_url: string;
  version: string;
  allowed_origins: readonly string[];
  mcp_fixtures: boolean;
  origins: Origins;
}

export function registerMcpServers(app: FastifyInstance, runtime: Runtime, options: McpSurfaceOptions): void {
  registerMcp(app, {
    servers: [createMcpServer(runtime, "user"), createMcpServer(runtime, "developer")] as never,
    base_url: options.base_url,
    version: options.version,
    allowed_origins: options.allowed_origins,
    fixtures: options.mcp_fixtures,
    origins: {
      anyAllows: options.origins.anyAllows,
      allows: (caller, origin) => options.origins.allows(caller as Actor | null, origin),
    },
  });
}
