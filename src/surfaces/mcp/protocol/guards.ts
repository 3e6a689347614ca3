/**
 * Checks before authentication: browsers may call only from known origins (a page on another site must not reach a
 * server on its visitor's machine through the visitor's own browser), and CORS headers.
 *
 * Source: Model Context Protocol 2026-07-28, "Streamable HTTP", security warning.
 */
import type { AddressInfo } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CODES, RpcError } from "./json-rpc.ts";
import type { McpOptions } from "./plugin.ts";

const ALLOWED_METHODS = "POST, GET, DELETE, OPTIONS";
const ALLOWED_HEADERS = [
  "authorization",
  "content-type",
  "accept",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "mcp-session-id",
  "last-event-id",
  "x-mcp-profile",
  "x-mcp-scopes",
  "x-mcp-dry-run",
  "x-mcp-require-approval",
  "x-mcp-untrusted-text",
  "idempotency-key",
].join(", ");
const EXPOSED_HEADERS = "www-authenticate, mcp-session-id, mcp-protocol-version";
const PREFLIGHT_MAX_AGE_S = "86400";

const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

export interface Guards {
  /** Pages of an allowed origin may read responses; a page of any other origin is refused with HTTP 403. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** After authentication: an origin that only some businesses allow is for their callers only. */
  admitCaller(caller: unknown, request: FastifyRequest): Promise<void>;
  /** Answers a preflight; never refuses, but omits the CORS headers. */
  preflight(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/**
 * `base_url` is always allowed. When it is a loopback address, or the app listens on loopback only, pages
 * served from loopback are allowed as well: those are the developer's own tools.
 */
export function buildGuards(
  app: FastifyInstance,
  options: Pick<McpOptions, "base_url" | "allowed_origins" | "origins">,
): Guards {
  const own_url = new URL(options.base_url);
  const origins = new Set([
    own_url.origin,
    ...options.allowed_origins.map((origin) => new URL(origin).origin),
  ]);
  const hosts = new Set([...origins].map((origin) => new URL(origin).host));
  const is_local_by_name = LOOPBACK_NAMES.has(own_url.hostname);
  let bound_to_loopback: boolean | undefined;

  function isBoundToLoopback(): boolean {
    // Addresses are known once the app listens; an injected request has no socket.
    bound_to_loopback ??= app.server.listening ? app.addresses().every(isLoopbackAddress) : undefined;
    return bound_to_loopback ?? false;
  }

  function isAllowedOrigin(origin: string): boolean {
    if (origins.has(origin)) return true;
    if (!is_local_by_name && !isBoundToLoopback()) return false;
    const hostname = parseHostname(origin);
    return hostname !== undefined && LOOPBACK_NAMES.has(hostname);
  }

  // Clients send the same host in every request, so it is parsed only the first time.
  let allowed_before: string | undefined;
  function isAllowedHost(host: string | undefined): boolean {
    if (host === undefined) return false;
    if (host === allowed_before || hosts.has(host)) return true;
    const hostname = parseHostname(`http://${host}`);
    if (hostname === undefined || !LOOPBACK_NAMES.has(hostname)) return false;
    allowed_before = host;
    return true;
  }

  function allow(origin: string, reply: FastifyReply): void {
    reply.header("access-control-allow-origin", origin);
    reply.header("access-control-expose-headers", EXPOSED_HEADERS);
    reply.header("vary", "Origin");
  }

  return {
    async admit(request, reply) {
      const { origin, host } = request.headers;
      if (origin !== undefined) {
        if (!isAllowedOrigin(origin) && !(await options.origins?.anyAllows(origin))) throw notAllowed();
        allow(origin, reply);
      }
      if (isBoundToLoopback() && !isAllowedHost(host)) {
        throw new RpcError(CODES.invalid_request, "The Host header does not name this server.", {
          status: 403,
        });
      }
    },

    async admitCaller(caller, { headers: { origin } }) {
      if (origin === undefined || isAllowedOrigin(origin)) return;
      if (!(await options.origins?.allows(caller, origin))) throw notAllowed();
    },

    async preflight(request, reply) {
      const { origin } = request.headers;
      if (origin !== undefined && (isAllowedOrigin(origin) || (await options.origins?.anyAllows(origin))))
        allow(origin, reply);
      reply.header("access-control-allow-methods", ALLOWED_METHODS);
      reply.header("access-control-allow-headers", ALLOWED_HEADERS);
      reply.header("access-control-max-age", PREFLIGHT_MAX_AGE_S);
    },
  };
}

function notAllowed(): RpcError {
  return new RpcError(CODES.invalid_request, "This origin is not allowed to call the server.", {
    status: 403,
  });
}

/** Public documents: any page may read them, without credentials. */
export function allowAnyOrigin(reply: FastifyReply): void {
  reply.header("access-control-allow-origin", "*");
  reply.header("access-control-allow-methods", "GET, OPTIONS");
  reply.header("access-control-allow-headers", `${ALLOWED_HEADERS}, if-none-match`);
}

/** A Unix socket is not a loopback address: browsers cannot reach it. */
function isLoopbackAddress(bound: AddressInfo | string): boolean {
  if (typeof bound === "string") return false;
  const { address } = bound;
  return address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");
}

function parseHostname(origin: string): string | undefined {
  return URL.parse(origin)?.hostname;
}
