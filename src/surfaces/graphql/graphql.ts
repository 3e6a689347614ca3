/**
 * GraphQL over HTTP at `/api/graphql`, following the GraphQL-over-HTTP draft (graphql-http and its audits).
 *
 * `X-Dry-Run`, `Idempotency-Key` and `If-Match` apply to every mutation of the document; the field's alias makes
 * the key unique. A browser that requests HTML gets GraphiQL.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ExecutionArgs, type ExecutionResult, GraphQLError, type GraphQLSchema } from "graphql";
import { createHandler, type Handler, type ParseRequestParams, parseRequestParams } from "graphql-http";
import { type Actor, ANONYMOUS } from "#operation/caller/actor.ts";
import { readBodyText } from "#operation/define/raw-body.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { ANONYMOUS_BYTES_MAX } from "../bodies.ts";
import type { Page } from "../page.ts";
import {
  authenticate,
  findBearerToken,
  identifiesCallerByToken,
  readHeader,
  readIfMatch,
  readRequestFacts,
  requireFlag,
} from "../request.ts";
import { graphqlEngine } from "./engine.ts";
import { formatError, toGraphqlError } from "./errors.ts";
import {
  Execution,
  findRootFields,
  type RequestContext,
  selectOperation,
  withExtensions,
} from "./execute.ts";
import { explorerPage } from "./explorer.ts";
import { checkLimits } from "./limits.ts";

export const GRAPHQL_PATH = "/api/graphql";

type GraphqlHandler = Handler<FastifyRequest, RequestContext>;

/** GraphiQL is served from the folder of the built console; null: a small page of our own instead. */
export function registerGraphql(app: FastifyInstance, runtime: Runtime, console_folder: string | null): void {
  app.decorateRequest("graphql_caller", null);
  // In its own Fastify scope: graphql-http reads the body as text and reports its errors itself.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    let handle: GraphqlHandler | undefined;
    scope.route({
      method: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      url: GRAPHQL_PATH,
      exposeHeadRoute: false,
      onRequest: (request) => readCaller(runtime, request),
      async handler(request, reply) {
        reply.header("vary", "Accept");
        if (wantsPage(request)) return sendPage(reply, await explorerPage(console_folder));
        handle ??= createRequestHandler(runtime);
        return answer(runtime, handle, request, reply);
      },
    });
  });
}

async function answer(
  runtime: Runtime,
  handle: GraphqlHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let asking: RequestContext;
  try {
    if (Buffer.isBuffer(request.body))
      request.body = readBodyText(request.body, request.headers["content-type"]);
    asking = buildRequestContext(runtime, request);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sendErrors(reply, request, error);
  }
  const [body, { status, headers }] = await handle({
    method: request.method,
    url: request.url,
    // graphql-http knows UTF-8 only, which the text is by now.
    headers: withoutCharset(request.headers),
    body: typeof request.body === "string" ? request.body : null,
    raw: request,
    context: asking,
  });
  const refusal = REFUSED[status];
  if (refusal === undefined)
    return reply
      .code(status)
      .headers(headers ?? {})
      .send(body ?? undefined);
  return sendErrors(reply, request, refusal, headers);
}

function withoutCharset(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const type = headers["content-type"];
  return type === undefined ? headers : { ...headers, "content-type": type.split(";")[0] };
}

/** Requests that graphql-http refuses with a status only. */
const REFUSED: Record<number, Refusal> = {
  405: new Refusal("method_not_allowed", "method_not_allowed", {
    message: refusals.graphql_methods,
  }),
  406: new Refusal("not_acceptable", "not_acceptable", {
    message: refusals.graphql_media_types,
  }),
  415: new Refusal("unsupported_media_type", "unsupported", {
    message: refusals.send_json,
  }),
};

function sendErrors(
  reply: FastifyReply,
  request: FastifyRequest,
  refusal: Refusal,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  return reply
    .code(refusal.status)
    .headers({ ...headers, ...refusal.headers })
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ errors: [toGraphqlError(refusal, request.id)] }));
}

interface CachedCaller {
  actor: Actor;
  /** The token is invalid; a few documents may still be executed. */
  fault: Refusal | undefined;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null outside the GraphQL endpoint. */
    graphql_caller: CachedCaller | null;
  }
}

/** Before the body is read: without a valid token the body is limited to what public operations need. */
async function readCaller(runtime: Runtime, request: FastifyRequest): Promise<void> {
  let cached_caller: CachedCaller;
  try {
    cached_caller = { actor: await authenticate(runtime, request), fault: undefined };
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    cached_caller = { actor: ANONYMOUS, fault };
  }
  request.graphql_caller = cached_caller;
  request.caller = cached_caller.actor;
  const is_anonymous = cached_caller.actor.kind === "anonymous";
  request.body_limits = is_anonymous ? { is_anonymous, bytes_max: ANONYMOUS_BYTES_MAX } : { is_anonymous };
}

function buildRequestContext(runtime: Runtime, request: FastifyRequest): RequestContext {
  const actor = getActor(runtime, request);
  return {
    actor,
    bearer_token: findBearerToken(request),
    request: readRequestFacts(request, actor.is_console ? "console" : "graphql"),
    dry_run: requireFlag(request, "X-Dry-Run"),
    idempotency_key: readHeader(request, "idempotency-key"),
    if_match: readIfMatch(request),
  };
}

function getActor(runtime: Runtime, request: FastifyRequest): Actor {
  const { actor, fault } = request.graphql_caller as CachedCaller;
  if (fault === undefined || (fault.kind === "unauthenticated" && ignoresToken(runtime, request)))
    return actor;
  throw fault;
}

/** An invalid token is 401 for the whole document, unless every operation it calls ignores the token. */
function ignoresToken(runtime: Runtime, request: FastifyRequest): boolean {
  try {
    const { query, operationName } = JSON.parse(String(request.body)) as Record<string, unknown>;
    const document = graphqlEngine(runtime.registry).documents.parse(String(query));
    const names = findRootFields(selectOperation(document, operationName as string | undefined));
    return (
      names?.every((name) => {
        const access = runtime.registry.operations.get(name)?.access;
        return access !== undefined && !identifiesCallerByToken(access);
      }) ?? false
    );
  } catch {
    // An unreadable document calls nothing; the token error is reported first.
    return false;
  }
}

function createRequestHandler(runtime: Runtime): GraphqlHandler {
  const { schema, documents } = graphqlEngine(runtime.registry);
  return async (request) => {
    const { context: asking } = request;
    const execution = new Execution(runtime, asking);
    const handle = createHandler<FastifyRequest, RequestContext, Execution & Record<PropertyKey, unknown>>({
      schema,
      context: execution as Execution & Record<PropertyKey, unknown>,
      parseRequestParams: readParams,
      parse: (source) => documents.parse(String(source)),
      validate: (_schema: GraphQLSchema, document) => documents.validate(document),
      // graphql-http accepts a promise, although the type of `execute` does not say so.
      execute: (async (args: ExecutionArgs): Promise<ExecutionResult> => {
        const variables = (args.variableValues ?? {}) as Record<string, unknown>;
        try {
          checkLimits(schema, args.document, selectOperation(args.document, args.operationName), variables);
        } catch (error) {
          if (error instanceof GraphQLError) return { errors: [error] };
          throw error;
        }
        return withExtensions(await documents.run(args), execution);
      }) as never,
      formatError: (error) => formatError(error, runtime, asking.request) as Error,
    });
    return handle(request);
  };
}

/**
 * An error in a request before its document is read is the caller's, not an internal error. The library has a text for each
 * fault and no code: `Missing query`.
 */
const readParams: ParseRequestParams<FastifyRequest, RequestContext> = async (request) => {
  try {
    return await parseRequestParams(request);
  } catch (error) {
    const { message } = error as Error;
    throw new Refusal(message.endsWith("JSON body") ? "invalid_json" : "invalid_request", "bad_request", {
      message: refusals.not_graphql_request.with({ fault: message.toLowerCase().replace(/\W+/g, "_") }),
    });
  }
};

function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== "GET" || (request.query as Record<string, unknown>)["query"] !== undefined)
    return false;
  return (readHeader(request, "accept") ?? "").includes("text/html");
}

function sendPage(reply: FastifyReply, { html, policy }: Page): FastifyReply {
  return reply
    .code(200)
    .header("content-security-policy", policy)
    .header("cache-control", "no-cache")
    .type("text/html; charset=utf-8")
    .send(html);
}
