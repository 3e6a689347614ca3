/**
 * Who may talk to the endpoint before anybody asks who they are: browsers only from origins we know
 * (a page on another site must not reach a server on its visitor's machine through the visitor's own
 * browser), and what a browser is told about headers.
 *
 * Source: Model Context Protocol 2026-07-28, "Streamable HTTP", security warning.
 */
import type { AddressInfo } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CODES, RpcError } from "./json-rpc.ts";

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
  "idempotency-key",
].join(", ");
const EXPOSED_HEADERS = "www-authenticate, mcp-session-id, mcp-protocol-version";
const PREFLIGHT_KEPT_S = "86400";

const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

export interface Guards {
  /** Answers are readable by pages of an allowed origin; a page of any other is refused with HTTP 403. */
  admit(request: FastifyRequest, reply: FastifyReply): void;
  /** What a preflight asks; never refused, it only leaves out the permission. */
  preflight(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * `base_url` is always allowed. When it is a loopback address, or the app listens on loopback only, pages
 * served from loopback are allowed as well: those are the developer's own tools.
 */
export function buildGuards(
  app: FastifyInstance,
  options: { base_url: string; allowed_origins: readonly string[] },
): Guards {
  const own = new URL(options.base_url);
  const origins = new Set([own.origin, ...options.allowed_origins.map((origin) => new URL(origin).origin)]);
  const hosts = new Set([...origins].map((origin) => new URL(origin).host));
  const is_local_by_name = LOOPBACK_NAMES.has(own.hostname);
  let bound_to_loopback: boolean | undefined;

  function isBoundToLoopback(): boolean {
    // Addresses are known once the app listens; an injected request never touches a socket.
    bound_to_loopback ??= app.server.listening ? app.addresses().every(isLoopbackAddress) : undefined;
    return bound_to_loopback ?? false;
  }

  function isAllowedOrigin(origin: string): boolean {
    if (origins.has(origin)) return true;
    if (!is_local_by_name && !isBoundToLoopback()) return false;
    const hostname = hostnameOf(origin);
    return hostname !== undefined && LOOPBACK_NAMES.has(hostname);
  }

  // Clients name one host in every request: only the first time it is read as an address.
  let allowed_before: string | undefined;
  function isAllowedHost(host: string | undefined): boolean {
    if (host === undefined) return false;
    if (host === allowed_before || hosts.has(host)) return true;
    const hostname = hostnameOf(`http://${host}`);
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
    admit(request, reply) {
      const { origin, host } = request.headers;
      if (origin !== undefined) {
        if (!isAllowedOrigin(origin)) {
          throw new RpcError(CODES.invalid_request, "This origin is not allowed to call the server.", {
            status: 403,
          });
        }
        allow(origin, reply);
      }
      if (isBoundToLoopback() && !isAllowedHost(host)) {
        throw new RpcError(CODES.invalid_request, "The Host header does not name this server.", {
          status: 403,
        });
      }
    },

    preflight(request, reply) {
      const { origin } = request.headers;
      if (origin !== undefined && isAllowedOrigin(origin)) allow(origin, reply);
      reply.header("access-control-allow-methods", ALLOWED_METHODS);
      reply.header("access-control-allow-headers", ALLOWED_HEADERS);
      reply.header("access-control-max-age", PREFLIGHT_KEPT_S);
    },
  };
}

/** Public documents: any page may read them, none with credentials. */
export function openToEveryPage(reply: FastifyReply): void {
  reply.header("access-control-allow-origin", "*");
  reply.header("access-control-allow-methods", "GET, OPTIONS");
  reply.header("access-control-allow-headers", ALLOWED_HEADERS);
}

/** A socket in the file system is no loopback address: no browser reaches it. */
function isLoopbackAddress(bound: AddressInfo | string): boolean {
  if (typeof bound === "string") return false;
  const { address } = bound;
  return address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");
}

function hostnameOf(origin: string): string | undefined {
  return URL.parse(origin)?.hostname;
}
