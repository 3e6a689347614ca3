/** The MCP endpoints on an app: routes, guards, body rules, and the documents about authorisation. */
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { dispatch, faultOf, type Mounted, mount, offerOf, refuse } from "./dispatch.ts";
import { mountFixtures } from "./fixtures/server.ts";
import { buildGuards, type Guards, openToEveryPage } from "./guards.ts";
import { CODES, RpcError } from "./json-rpc.ts";
import { pathsOf, resourceDocuments } from "./metadata.ts";
import type { McpServer } from "./server.ts";

const BODY_BYTES_MAX = 4 * 1024 * 1024;

export interface McpOptions {
  servers: readonly McpServer[];
  /** Public address of the service, without a slash at its end. */
  base_url: string;
  /** Version of the service, shown to clients. */
  version: string;
  /** Origins of web pages that may call the servers, beside our own. */
  allowed_origins: readonly string[];
  /** Serve the conformance fixtures at `/mcp/fixtures` as well; see `fixtures/enabled.ts`. */
  fixtures: boolean;
}

export function registerMcp(app: FastifyInstance, options: McpOptions): void {
  const { base_url, version } = options;
  const guards = buildGuards(app, options);
  // In a scope of its own: the body and error rules are JSON-RPC's and no one else's.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "string", bodyLimit: BODY_BYTES_MAX },
      scope.getDefaultJsonParser("error", "error"),
    );
    for (const server of options.servers) {
      const mounted = mount(server, offerOf(server), { base_url, version });
      for (const path of pathsOf(server)) serve(scope, path, mounted, guards);
    }
    if (options.fixtures) {
      const mounted = mountFixtures({ base_url, version });
      serve(scope, mounted.endpoint.path, mounted, guards);
      scope.addHook("preClose", async () => mounted.offer.close?.());
    }
  });
  for (const { path, body } of resourceDocuments(options.servers, base_url)) {
    const text = JSON.stringify(body);
    app.route({
      method: ["GET", "OPTIONS"],
      url: path,
      exposeHeadRoute: false,
      handler(request, reply) {
        openToEveryPage(reply);
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
    onRequest(request, reply, done) {
      if (request.method === "OPTIONS") {
        guards.preflight(request, reply);
        reply.code(204).send();
        return;
      }
      try {
        guards.admit(request, reply);
      } catch (error) {
        done(error as Error);
        return;
      }
      if (request.method === "POST") done();
      else done(notAllowed(reply));
    },
    async handler(request, reply) {
      const text = await dispatch(mounted, request, reply);
      // An answer without a type is an acknowledgement; one that has gone out is no longer ours.
      if (text !== undefined) reply.type("application/json");
      else if (!reply.sent) return reply.send();
      return text;
    },
    errorHandler(error, request, reply) {
      const fault = earlyFault(error) ?? faultOf(error, mounted, request);
      reply.type("application/json").send(refuse(reply, fault, request.body));
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

/** What Fastify or a hook refused before there was a message; undefined for faults of ours. */
function earlyFault(error: FastifyError): RpcError | undefined {
  const { statusCode: status, code } = error;
  if (error instanceof RpcError || status === undefined || status < 400 || status > 499) return undefined;
  if (status === 415) {
    return new RpcError(CODES.invalid_request, "The body must be application/json.", { status });
  }
  if (status === 413) {
    return new RpcError(CODES.invalid_request, `The body is larger than ${BODY_BYTES_MAX} bytes.`, {
      status,
    });
  }
  if (error instanceof SyntaxError || code?.startsWith("FST_ERR_CTP_")) {
    return new RpcError(CODES.parse_error, "The body is not JSON.", { status });
  }
  return new RpcError(CODES.invalid_request, error.message, { status });
}
