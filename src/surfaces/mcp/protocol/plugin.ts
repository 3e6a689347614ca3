/** The MCP endpoints on an app: routes, guards, body rules, and the documents about authorisation. */
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { readBodyText } from "#operation/define/raw-body.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { ANONYMOUS_BYTES_MAX } from "../../bodies.ts";
import {
  buildEndpointMethods,
  dispatch,
  type Mounted,
  mount,
  readCaller,
  sendRpcError,
  toRpcError,
  toRpcRefusal,
} from "./dispatch.ts";
import { mountFixtures } from "./fixtures/server.ts";
import { allowAnyOrigin, buildGuards, type Guards } from "./guards.ts";
import { CODES, RpcError } from "./json-rpc.ts";
import { endpointPaths, resourceDocuments } from "./metadata.ts";
import type { McpServer } from "./server.ts";
import { buildServerCards } from "./server-identity.ts";

const BODY_BYTES_MAX = 4 * 1024 * 1024;

export interface McpOptions {
  servers: readonly McpServer[];
  /** Public address of the service, without a slash at its end. */
  base_url: string;
  /** Version of the service, shown to clients. */
  version: string;
  /** Origins of web pages that may call the servers, in addition to our own. */
  allowed_origins: readonly string[];
  /** Further origins, decided by the caller; none when absent. `null` is an unknown caller. */
  origins?: {
    anyAllows(origin: string): Promise<boolean>;
    allows(caller: unknown, origin: string): Promise<boolean>;
  };
  /** Serve the conformance fixtures at `/mcp/fixtures` as well; see `fixtures/enabled.ts`. */
  fixtures: boolean;
}

export function registerMcp(app: FastifyInstance, options: McpOptions): void {
  const { base_url, version } = options;
  app.decorateRequest("mcp_caller", null);
  const guards = buildGuards(app, options);
  // In its own Fastify scope: the body and error rules apply to JSON-RPC only.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parseJson = scope.getDefaultJsonParser("error", "error");
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "buffer", bodyLimit: BODY_BYTES_MAX },
      (request, body, done) => {
        try {
          parseJson(request, readBodyText(body as Buffer, request.headers["content-type"]), done);
        } catch (error) {
          done(Object.assign(error as Refusal, { statusCode: (error as Refusal).status }));
        }
      },
    );
    for (const server of options.servers) {
      const mounted = mount(server, buildEndpointMethods(server), { base_url, version });
      for (const path of endpointPaths(server)) serve(scope, path, mounted, guards);
    }
    if (options.fixtures) {
      const mounted = mountFixtures({ base_url, version });
      serve(scope, mounted.endpoint.path, mounted, guards);
      scope.addHook("preClose", async () => mounted.offer.close?.());
    }
  });
  for (const { path, type, text, etag } of buildServerCards(options.servers, options)) {
    app.route({
      method: ["GET", "OPTIONS"],
      url: path,
      exposeHeadRoute: false,
      handler(request, reply) {
        allowAnyOrigin(reply);
        if (request.method === "OPTIONS") return reply.code(204).send();
        reply.headers({
          etag,
          "cache-control": "public, max-age=3600",
          "access-control-expose-headers": "etag",
        });
        if (request.headers["if-none-match"] === etag) return reply.code(304).send();
        return reply.type(type).send(text);
      },
    });
  }
  for (const { path, body } of resourceDocuments(options.servers, base_url)) {
    const text = JSON.stringify(body);
    app.route({
      method: ["GET", "OPTIONS"],
      url: path,
      exposeHeadRoute: false,
      handler(request, reply) {
        allowAnyOrigin(reply);
        if (request.method === "OPTIONS") return reply.code(204).send();
        return reply.type("application/json").send(text);
      },
    });
  }
}

function serve(scope: FastifyInstance, path: string, mounted: Mounted, guards: Guards): void {
  scope.route({
    method: ["POST", "GET", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS"],
    url: path,
    bodyLimit: BODY_BYTES_MAX,
    async onRequest(request, reply) {
      if (request.method === "OPTIONS") {
        await guards.preflight(request, reply);
        return reply.code(204).send();
      }
      // Every answer is of its caller; an anonymous list is shorter than the one after sign-in.
      reply.header("cache-control", "no-store");
      await guards.admit(request, reply);
      if (request.method !== "POST") throw notAllowed(reply);
      const identity = await readCaller(mounted, request);
      await guards.admitCaller(identity?.caller ?? null, request);
      // Before the body is read: without a valid token the body is limited to what public tools need.
      const is_anonymous = identity?.anonymous !== false;
      request.body_limits = is_anonymous
        ? { is_anonymous, bytes_max: ANONYMOUS_BYTES_MAX }
        : { is_anonymous };
    },
    async handler(request, reply) {
      const text = await dispatch(mounted, request, reply);
      // A response without a type is an acknowledgement; one that has been sent is finished.
      if (text !== undefined) reply.type("application/json");
      else if (!reply.sent) return reply.send();
      return text;
    },
    errorHandler(error, request, reply) {
      const fault = toEarlyRpcError(error) ?? toRpcError(error, mounted, request);
      reply.type("application/json").send(sendRpcError(reply, fault, request.body));
    },
  });
}

function notAllowed(reply: FastifyReply): RpcError {
  reply.header("allow", "POST, OPTIONS");
  return new RpcError(
    CODES.invalid_request,
    "Messages are posted: there are no sessions and no stream to open.",
    {
      status: 405,
    },
  );
}

/** An error of Fastify or a hook before there was a message; undefined for internal errors. */
function toEarlyRpcError(error: FastifyError | Refusal): RpcError | undefined {
  if (error instanceof Refusal) {
    const fault = toRpcRefusal(error);
    const { message, status, data } = fault;
    return error.code === "invalid_json"
      ? new RpcError(CODES.parse_error, message, { status, data: { ...(data as object), ...error.extra } })
      : fault;
  }
  const { statusCode: status, code } = error;
  if (error instanceof RpcError || status === undefined || status < 400 || status > 499) return undefined;
  if (status === 415) {
    return new RpcError(CODES.invalid_request, "The body must be application/json.", { status });
  }
  if (status === 413) {
    return new RpcError(
      CODES.invalid_request,
      `The body is larger than ${BODY_BYTES_MAX} bytes, or without a token than ${ANONYMOUS_BYTES_MAX}.`,
      { status },
    );
  }
  if (error instanceof SyntaxError || code?.startsWith("FST_ERR_CTP_")) {
    return new RpcError(CODES.parse_error, "The body is not JSON.", { status });
  }
  return new RpcError(CODES.invalid_request, error.message, { status });
}
