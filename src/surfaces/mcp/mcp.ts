/** Mounts both MCP servers over the registry. */
import type { FastifyInstance } from "fastify";
import type { Mechanism } from "#operation/mechanism.ts";
import { registerMcp } from "./protocol/plugin.ts";
import { mcpServer } from "./server.ts";

export interface McpSurfaceOptions {
  base_url: string;
  version: string;
  allowed_origins: readonly string[];
  mcp_fixtures: boolean;
}

export function registerMcpServers(
  app: FastifyInstance,
  mechanism: Mechanism,
  options: McpSurfaceOptions,
): void {
  registerMcp(app, {
    servers: [mcpServer(mechanism, "user"), mcpServer(mechanism, "developer")] as never,
    base_url: options.base_url,
    version: options.version,
    allowed_origins: options.allowed_origins,
    fixtures: options.mcp_fixtures,
  });
}
