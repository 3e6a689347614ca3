/** Decides which tools are listed for a connection. */
import type { Actor } from "#operation/caller/actor.ts";
import type { Connection } from "./protocol/server.ts";
import type { ServerName, Tool } from "./tool.ts";

/** Anonymous callers see the public tools of the user server and all tools of the developer server. */
export function isListed(tool: Tool, connection: Connection<Actor>, server: ServerName): boolean {
  if (tool.is_public) return true;
  if (connection.anonymous) return server === "developer";
  return tool.scopes.every((scope) => connection.scopes.has(scope));
}
