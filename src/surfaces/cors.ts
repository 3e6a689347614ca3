/**
 * CORS: which pages of other origins may read responses. Never with credentials: callers send their token in a
 * header.
 *
 * Public reads are allowed for every origin. Everything else is allowed for the origins of the caller's business
 * (its setting `allowed_origins`), and to nobody where there is no caller: a page that one business allows must not read
 * what a sign-in, a refresh or a registration of another one answers. Only that a token is not valid, which says nothing
 * about any business, can be read by the origins that any business allows, and preflights, which carry no token, are
 * answered for those. A page that may not read a response gets it without the CORS headers; nothing is refused, since
 * the holder of the token can call from anywhere.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "#operation/caller/actor.ts";
import type { Operation } from "#operation/define/define.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { GRAPHQL_PATH } from "./graphql/graphql.ts";
import { createRouteFinder } from "./rest/methods.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, once a surface has authenticated it; null before that and for anonymous callers. */
    caller: Actor | null;
  }
}

const ALLOWED_HEADERS = [
  "authorization",
  "content-type",
  "accept",
  "accept-language",
  "idempotency-key",
  "if-match",
  "if-none-match",
  "x-dry-run",
  "otep-error-behaviour",
].join(", ");
const EXPOSED_HEADERS = [
  "content-disposition",
  "content-language",
  "etag",
  "idempotency-replayed",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "retry-after",
  "www-authenticate",
  "x-dry-run",
].join(", ");
/** Short: the setting of a business can change. */
const PREFLIGHT_MAX_AGE_S = "600";
const ORIGINS_TTL_MS = 30_000;

export interface Origins {
  /** True when any business allows it. */
  anyAllows(origin: string): Promise<boolean>;
  /** True when the caller's business allows it; false without a caller. */
  allows(caller: Actor | null, origin: string): Promise<boolean>;
}

export function createOrigins(runtime: Runtime, callers_channel: string): Origins {
  let cached: { origins: ReadonlySet<string>; until: number } | undefined;
  runtime.signals.listen(callers_channel, () => {
    cached = undefined;
  });
  const anyAllows = async (origin: string) => {
    const at = performance.now();
    if (cached === undefined || cached.until < at)
      cached = {
        origins: new Set(await runtime.system_queries.listAllowedOrigins()),
        until: at + ORIGINS_TTL_MS,
      };
    return cached.origins.has(origin) || cached.origins.has("*");
  };
  return {
    anyAllows,
    async allows(caller, origin) {
      const allowed = caller?.business?.settings.allowed_origins ?? [];
      return allowed.includes(origin) || allowed.includes("*");
    },
  };
}

export function registerCors(app: FastifyInstance, runtime: Runtime, origins: Origins): void {
  const find = createRouteFinder(runtime.registry);
  app.decorateRequest("caller", null);
  app.addHook("onRequest", (request, reply, done) => {
    const { origin, "access-control-request-method": method } = request.headers;
    if (request.method !== "OPTIONS" || origin === undefined || method === undefined || !request.is404)
      done();
    else
      answerPreflight(request, reply, { origin, method }).then((is_answered) => {
        if (!is_answered) done();
      }, done);
  });

  async function answerPreflight(
    request: FastifyRequest,
    reply: FastifyReply,
    { origin, method }: { origin: string; method: string },
  ): Promise<boolean> {
    const path = request.url.split("?")[0] ?? "";
    const methods = path === GRAPHQL_PATH ? ["GET", "POST"] : find.methods(path);
    if (methods.length === 0) return false;
    reply.header("vary", "origin, access-control-request-method").code(204);
    const operation = find.operation(path, method);
    if (isPublicRead(operation)) allow(reply, "*");
    // Without a caller, the response cannot be read.
    else if (operation?.access.public !== true && (await origins.anyAllows(origin))) allow(reply, origin);
    if (reply.hasHeader("access-control-allow-origin"))
      reply
        .header("access-control-allow-methods", methods.join(", "))
        .header("access-control-allow-headers", ALLOWED_HEADERS)
        .header("access-control-max-age", PREFLIGHT_MAX_AGE_S);
    reply.send();
    return true;
  }
  // Most requests come from no page, and wait for no promise.
  app.addHook("onSend", (request, reply, _payload, done) => {
    const { origin } = request.headers;
    if (origin === undefined || request.method === "OPTIONS") done();
    else nameReaders(request, reply, origin).then(() => done(), done);
  });

  async function nameReaders(request: FastifyRequest, reply: FastifyReply, origin: string): Promise<void> {
    // Discovery, OAuth and MCP set their own CORS headers.
    if (reply.hasHeader("access-control-allow-origin")) return;
    if (!request.url.startsWith("/api/")) return;
    const operation = findOperation(runtime, request);
    if (isPublicRead(operation)) {
      allow(reply, "*");
      return;
    }
    const vary = reply.getHeader("vary");
    reply.header("vary", vary === undefined ? "origin" : `${vary}, origin`);
    const is_token_refused =
      reply.statusCode === 401 &&
      request.caller === null &&
      request.headers.authorization !== undefined &&
      operation?.access.public !== true;
    if (await isReadable(origins, request.caller, origin, is_token_refused)) allow(reply, origin);
  }
}

/** This check must not fail a request: the response is complete, and the database may be unreachable by now. */
async function isReadable(
  origins: Origins,
  caller: Actor | null,
  origin: string,
  is_token_refused: boolean,
): Promise<boolean> {
  try {
    return await (is_token_refused ? origins.anyAllows(origin) : origins.allows(caller, origin));
  } catch {
    return false;
  }
}

function allow(reply: FastifyReply, origin: string): void {
  reply
    .header("access-control-allow-origin", origin)
    .header("access-control-expose-headers", EXPOSED_HEADERS);
}

/** Not for sign-ins: a page could make its visitors guess passwords. */
function isPublicRead(operation: Operation | undefined): boolean {
  return operation?.access.public === true && operation.effect === "read";
}

function findOperation(runtime: Runtime, request: FastifyRequest): Operation | undefined {
  if (request.is404) return undefined;
  const path = request.routeOptions.url?.replaceAll(/:(\w+)/g, "{$1}");
  const method = request.method === "HEAD" ? "GET" : request.method;
  return runtime.registry.byRoute.get(`${method} ${path}`);
}
