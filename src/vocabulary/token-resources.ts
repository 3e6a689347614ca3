/**
 * The resources that a token can be for (RFC 8707): each MCP server, or the whole installation. A token for one is
 * refused at the other, so that a program with the tools of one cannot use those of the other.
 */

/** The addresses of the MCP servers; each is also served below `/api`. */
export const MCP_PATHS = { user: "/mcp", developer: "/mcp/developer" } as const;

const PATHS: ReadonlySet<string> = new Set(Object.values(MCP_PATHS));

/**
 * The path of the resource at this address; null for the whole installation, undefined for what is none. Both
 * addresses of a server are one resource.
 */
export function parseResource(base_url: string, text: string): string | null | undefined {
  const url = URL.parse(text);
  const base = new URL(base_url);
  if (url === null || url.host !== base.host || url.protocol !== base.protocol) return undefined;
  if (url.hash !== "" || url.username !== "" || url.password !== "" || /[?#]/.test(text)) return undefined;
  const prefix = base.pathname.replace(/\/$/, "");
  if (!url.pathname.startsWith(prefix)) return undefined;
  const path = url.pathname.slice(prefix.length).replace(/\/$/, "");
  if (path === "") return null;
  const server = stripApi(path);
  return PATHS.has(server) ? server : undefined;
}

/** Is a token for `resource` valid at this path? One without a resource is for the whole installation. */
export function isForPath(resource: string | null, path: string | null): boolean {
  return resource === null || (path !== null && stripApi(path) === resource);
}

function stripApi(path: string): string {
  return path.startsWith("/api/") ? path.slice("/api".length) : path;
}
