/**
 * GraphQL over HTTP at `/api/graphql`, by the letter of the GraphQL-over-HTTP draft (graphql-http and its audits).
 *
 * `X-Dry-Run`, `Idempotency-Key` and `If-Match` hold for every mutation of the document; the key is told apart
 * by the field's alias. A browser that asks for HTML is shown GraphiQL.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ExecutionArgs, type ExecutionResult, GraphQLError, type GraphQLSchema } from "graphql";
import { createHandler, type Handler, type ParseRequestParams, parseRequestParams } from "graphql-http";
import { type Actor, ANONYMOUS } from "#operation/actor.ts";
import type { Mechanism } from "#operation/mechanism.ts";
import { Refusal } from "#operation/refusal.ts";
import type { Page } from "../page.ts";
import { actorOf, bearerHashOf, factsOf, header, ifMatchOf, isOn, takesToken } from "../request.ts";
import { engineOf } from "./engine.ts";
import { errorOf, formatError } from "./errors.ts";
import { type Asking, Execution, operationIn, rootFieldsOf, withExtensions } from "./execute.ts";
import { explorerPage } from "./explorer.ts";
import { checkLimits } from "./limits.ts";

export const GRAPHQL_PATH = "/api/graphql";

type Handled = Handler<FastifyRequest, Asking>;

/** GraphiQL is shown from the folder of the built console; null: a small page of our own instead. */
export function registerGraphql(
  app: FastifyInstance,
  mechanism: Mechanism,
  console_folder: string | null,
): void {
  // In a scope of its own: graphql-http reads the body as text and says what is wrong with it.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    let handle: Handled | undefined;
    scope.route({
      method: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      url: GRAPHQL_PATH,
      exposeHeadRoute: false,
      async handler(request, reply) {
        reply.header("vary", "Accept");
        if (wantsPage(request)) return sendPage(reply, await explorerPage(console_folder));
        handle ??= handlerOf(mechanism);
        return answer(mechanism, handle, request, reply);
      },
    });
  });
}

async function answer(
  mechanism: Mechanism,
  handle: Handled,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let asking: Asking;
  try {
    asking = await askingOf(mechanism, request);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sendErrors(reply, request, error);
  }
  const [body, { status, headers }] = await handle({
    method: request.method,
    url: request.url,
    headers: request.headers,
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

/** What graphql-http refuses with a status alone. */
const REFUSED: Record<number, Refusal> = {
  405: new Refusal("method_not_allowed", "method_not_allowed", {
    message: "GraphQL takes GET for queries and POST; a mutation is sent by POST.",
  }),
  406: new Refusal("not_acceptable", "not_acceptable", {
    message: "Answers are application/graphql-response+json or application/json.",
  }),
  415: new Refusal("unsupported_media_type", "unsupported", {
    message: "Send the body as application/json, in UTF-8.",
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
    .send(JSON.stringify({ errors: [errorOf(refusal, request.id)] }));
}

async function askingOf(mechanism: Mechanism, request: FastifyRequest): Promise<Asking> {
  return {
    actor: await actorFor(mechanism, request),
    bearer_hash: bearerHashOf(request),
    request: factsOf(request, header(request, "x-packhorse-client") === "console" ? "console" : "graphql"),
    dry_run: isOn(header(request, "x-dry-run")),
    idempotency_key: header(request, "idempotency-key"),
    if_match: ifMatchOf(request),
  };
}

async function actorFor(mechanism: Mechanism, request: FastifyRequest): Promise<Actor> {
  try {
    return await actorOf(mechanism, request);
  } catch (error) {
    if (error instanceof Refusal && error.kind === "unauthenticated" && takesNoToken(mechanism, request))
      return ANONYMOUS;
    throw error;
  }
}

/** A bad token is 401 for the whole document, unless nothing that it calls takes its caller from it. */
function takesNoToken(mechanism: Mechanism, request: FastifyRequest): boolean {
  try {
    const { query, operationName } = JSON.parse(String(request.body)) as Record<string, unknown>;
    const document = engineOf(mechanism.registry).documents.parse(String(query));
    const names = rootFieldsOf(operationIn(document, operationName as string | undefined));
    return (
      names?.every((name) => {
        const access = mechanism.registry.operations.get(name)?.access;
        return access !== undefined && !takesToken(access);
      }) ?? false
    );
  } catch {
    // What cannot be read calls nothing; the token is what is wrong with it first.
    return false;
  }
}

function handlerOf(mechanism: Mechanism): Handled {
  const { schema, documents } = engineOf(mechanism.registry);
  return async (request) => {
    const { context: asking } = request;
    const execution = new Execution(mechanism, asking);
    const handle = createHandler<FastifyRequest, Asking, Execution & Record<PropertyKey, unknown>>({
      schema,
      context: execution as Execution & Record<PropertyKey, unknown>,
      parseRequestParams: readParams,
      parse: (source) => documents.parse(String(source)),
      validate: (_schema: GraphQLSchema, document) => documents.validate(document),
      // graphql-http takes a promise, whatever its type says of `execute`.
      execute: (async (args: ExecutionArgs): Promise<ExecutionResult> => {
        const variables = (args.variableValues ?? {}) as Record<string, unknown>;
        try {
          checkLimits(schema, args.document, operationIn(args.document, args.operationName), variables);
        } catch (error) {
          if (error instanceof GraphQLError) return { errors: [error] };
          throw error;
        }
        return withExtensions(await documents.run(args), execution);
      }) as never,
      formatError: (error) => formatError(error, mechanism, asking.request) as Error,
    });
    return handle(request);
  };
}

/** What is wrong with a request before it has a document is the caller's to mend, not a failure of ours. */
const readParams: ParseRequestParams<FastifyRequest, Asking> = async (request) => {
  try {
    return await parseRequestParams(request);
  } catch (error) {
    const { message } = error as Error;
    throw new Refusal(message.endsWith("JSON body") ? "invalid_json" : "invalid_request", "bad_request", {
      message: `${message}: send an object with query, and variables and operationName where needed.`,
    });
  }
};

function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== "GET" || (request.query as Record<string, unknown>)["query"] !== undefined)
    return false;
  return (header(request, "accept") ?? "").includes("text/html");
}

function sendPage(reply: FastifyReply, { html, policy }: Page): FastifyReply {
  return reply
    .code(200)
    .header("content-security-policy", policy)
    .header("cache-control", "no-cache")
    .header("x-content-type-options", "nosniff")
    .type("text/html; charset=utf-8")
    .send(html);
}
