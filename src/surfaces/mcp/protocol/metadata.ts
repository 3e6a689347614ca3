/**
 * Protected-resource metadata: where a client gets a token, and how a refusal refers to it.
 *
 * Source: RFC 9728 (protected-resource metadata), RFC 6750 (challenges); Model Context Protocol 2026-07-28,
 * "Authorization".
 */
import { PROFILES, type Scope } from "#vocabulary/scopes.ts";
import type { McpServer } from "./server.ts";

/** What a token is asked for where nothing else says it: enough to work with, and nothing to break. */
export const DEFAULT_SCOPES: readonly Scope[] = PROFILES["ops-readonly"].scopes;

const METADATA_PATH = "/.well-known/oauth-protected-resource";

export interface ResourceDocument {
  /** Path of the document. */
  path: string;
  body: {
    resource: string;
    resource_name: string;
    authorization_servers: string[];
    scopes_supported: readonly Scope[];
    bearer_methods_supported: string[];
  };
}

/**
 * One document for each URL of each server, and one for the whole host, which clients try last. Each names as its
 * resource exactly the URL it was requested for, as RFC 9728 requires.
 */
export function resourceDocuments(servers: readonly McpServer[], base_url: string): ResourceDocument[] {
  const document = (server: McpServer, path: string): ResourceDocument => ({
    path: METADATA_PATH + path,
    body: {
      resource: base_url + path,
      resource_name: server.title,
      authorization_servers: [base_url],
      scopes_supported: server.scopes_supported ?? DEFAULT_SCOPES,
      bearer_methods_supported: ["header"],
    },
  });
  const [first] = servers;
  return [
    ...(first === undefined ? [] : [document(first, "")]),
    ...servers.flatMap((server) => endpointPaths(server).map((path) => document(server, path))),
  ];
}

export function endpointPaths(server: McpServer): [string, string] {
  return [server.path, `/api${server.path}`];
}

/** The value of WWW-Authenticate for a refused request to `path`. */
export function challenge(
  base_url: string,
  path: string,
  refusal: { error?: "invalid_token" | "insufficient_scope"; scopes?: readonly Scope[] },
): string {
  const parts = [`resource_metadata="${base_url}${METADATA_PATH}${path}"`];
  if (refusal.scopes !== undefined && refusal.scopes.length > 0)
    parts.push(`scope="${refusal.scopes.join(" ")}"`);
  if (refusal.error !== undefined) parts.unshift(`error="${refusal.error}"`);
  return `Bearer ${parts.join(", ")}`;
}
