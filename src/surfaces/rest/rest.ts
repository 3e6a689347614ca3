/**
 * REST: one route per operation that names one. The surface reads the registry and decides nothing.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { type Actor, ANONYMOUS } from "#operation/actor.ts";
import { countCall } from "#operation/allowance.ts";
import type { Call } from "#operation/call.ts";
import type { RequestFacts, ResponseFacts } from "#operation/context.ts";
import type { Access, Operation, Rest } from "#operation/define.ts";
import { invoke } from "#operation/invoke.ts";
import { chooseLanguage, LANGUAGES } from "#operation/language.ts";
import type { Mechanism } from "#operation/mechanism.ts";
import { providerOf, type SignedRequest } from "#operation/provider-callers.ts";
import { noteRefused } from "#operation/record.ts";
import { errorBody, Refusal } from "#operation/refusal.ts";
import { coerce } from "#operation/schema.ts";
import { inLanguage, isLocalisedPath } from "#operation/translate.ts";
import {
  actorOf,
  bearerHashOf,
  factsOf,
  header,
  ifMatchOf,
  isOn,
  readsToken,
  takesToken,
} from "../request.ts";
import { allowedMethods } from "./methods.ts";
import { speakOauth } from "./oauth.ts";
import { bytesOfBody, documentOf, takeWholeBodies } from "./whole-body.ts";

/** What the headers of a request told, before its body was read. */
interface Headed {
  actor: Actor;
  facts: RequestFacts;
  response: ResponseFacts;
  counted: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null outside the routes of operations. */
    headed: Headed | null;
  }
}

export function registerRest(app: FastifyInstance, mechanism: Mechanism): void {
  app.decorateRequest("headed", null);
  for (const operation of mechanism.registry.operations.values()) {
    const { rest } = operation;
    if (rest === undefined) continue;
    const route: RouteOptions = {
      method: rest.method,
      url: rest.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      config: { localised: operation.localised === true },
      ...(rest.body_limit === undefined ? {} : { bodyLimit: rest.body_limit }),
      onRequest: (request, reply) => readHeaders(mechanism, operation, request, reply),
      handler: (request, reply) => answer(mechanism, operation, rest, request, reply),
    };
    const { oauth, body } = rest;
    if (oauth === undefined && body === undefined) app.route(route);
    else {
      app.register(async (scope) => {
        if (oauth !== undefined) speakOauth(scope, route.url);
        if (body !== undefined) takeWholeBodies(scope, body.types, operation.access);
        scope.route(route);
      });
    }
  }
}

/**
 * Who calls, and whether it still may: a request beyond a limit is refused before its body is read. The signature of a
 * provider covers the body, so here its limit is only looked at.
 */
async function readHeaders(
  mechanism: Mechanism,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { access, limit } = operation;
  const is_provider = isProviders(access);
  const surface =
    header(request, "x-packhorse-client") === "console" ? "console" : is_provider ? "ingest" : "rest";
  const facts = { ...factsOf(request, surface), ...readableOf(request) };
  const actor = takesToken(access) ? await actorOf(mechanism, request) : ANONYMOUS;
  const response: ResponseFacts = { headers: {} };
  const now = mechanism.now();
  try {
    if (!is_provider) countCall(mechanism, { operation, actor, request: facts, response }, now);
    else if (limit !== undefined) mechanism.buckets.look(limit, keyOf(request) ?? "", now);
  } catch (error) {
    if (error instanceof Refusal) noteRefused(mechanism, { operation, actor, request: facts }, error);
    throw error;
  }
  // What is left is told whatever comes of the request, of a body that cannot be read too.
  reply.headers(response.headers);
  request.headed = { actor, facts, response, counted: !is_provider };
}

function isProviders(access: Access): boolean {
  return !access.public && access.provider === true;
}

async function answer(
  mechanism: Mechanism,
  operation: Operation,
  rest: Rest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { access } = operation;
  const { actor: account, facts, response, counted } = request.headed as Headed;
  const actor = isProviders(access)
    ? await providerOf(mechanism, signedOf(request, account), mechanism.now())
    : account;
  const input = tried(() => inputOf(operation, request, rest));
  const if_match = tried(() => (operation.effect === "write" ? ifMatchOf(request) : undefined));
  const call: Call = {
    operation,
    actor,
    bearer_hash: readsToken(access) ? bearerHashOf(request) : undefined,
    input: input.value ?? {},
    fault: input.fault ?? if_match.fault,
    request: facts,
    response,
    counted,
    dry_run: operation.effect === "write" && isOn(header(request, "x-dry-run")),
    idempotency_key: operation.effect === "write" ? header(request, "idempotency-key") : undefined,
    if_match: if_match.value,
  };
  // What was said goes with a refusal too: limits are told whatever comes of the call.
  const result = await invoke(mechanism, call).finally(() => {
    // Nothing is returned: a reply is thenable, and waiting for it here would wait for ever.
    reply.headers(response.headers);
  });
  if (result.kind === "dry_run") {
    const { answer: would_answer, would_emit, unpredicted } = result;
    return sendJson(reply.header("x-dry-run", "1"), 200, {
      ...would_answer,
      dry_run: true,
      would_emit,
      unpredicted,
    });
  }
  if (result.kind === "proposed") throw new Error("REST does not queue proposals.");
  if (result.replayed) reply.header("idempotency-replayed", "true");
  const file = bytesOf(rest, request, result.answer);
  if (file !== undefined) {
    return reply
      .code(200)
      .header("content-type", file.type)
      .header("content-disposition", `${file.inline ? "inline" : "attachment"}; filename="${file.name}"`)
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .send(file.bytes);
  }
  if (response.not_modified) return reply.code(304).send();
  const version = result.answer["version"];
  if (typeof version === "number") reply.header("etag", `"${version}"`);
  const is_pending = rest.pending !== undefined && result.answer[rest.pending] === true;
  const { text } = result;
  const { media_type } = response;
  return sendJson(reply, is_pending ? 202 : (rest.status ?? 200), result.answer, { text, media_type });
}

interface Tried<T> {
  value?: T;
  fault?: Refusal;
}

/** What was read, or what is not valid in it. A body that cannot be read at all is told before everything else. */
function tried<T>(read: () => T): Tried<T> {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof Refusal && error.kind === "invalid") return { fault: error };
    throw error;
  }
}

const READ_HEADERS = [
  ["accept", "accept"],
  ["if_none_match", "if-none-match"],
  ["error_behaviour", "otep-error-behaviour"],
] as const;

/** What the caller can read, has already, and wants done with errors: members only where the headers are there. */
function readableOf(request: FastifyRequest): Partial<RequestFacts> {
  return Object.fromEntries(
    READ_HEADERS.flatMap(([member, name]) => {
      const value = header(request, name);
      return value === undefined ? [] : [[member, value]];
    }),
  );
}

/** No key is longer. */
function keyOf(request: FastifyRequest): string | undefined {
  return header(request, "otep-key")?.slice(0, 64);
}

function signedOf(request: FastifyRequest, actor: Actor): SignedRequest {
  return {
    key: keyOf(request),
    timestamp: header(request, "otep-timestamp"),
    signature: header(request, "otep-signature"),
    method: request.method,
    url: request.raw.url ?? request.url,
    body: bytesOfBody(request),
    actor,
  };
}

interface SentText {
  /** The body as JSON, where it was made before. */
  text?: string | undefined;
  media_type?: string | undefined;
}

/** JSON by hand: the answer is already picked, and the built-in serialiser is the fastest there is. */
export function sendJson(
  reply: FastifyReply,
  status: number,
  body: unknown,
  { text = JSON.stringify(body), media_type = "application/json" }: SentText = {},
): FastifyReply {
  return reply.code(status).header("content-type", `${media_type}; charset=utf-8`).send(text);
}

/**
 * Body, then query, then path: what the path names cannot be contradicted by a body. Only reads have a query:
 * addresses are written down in many places, where no password is to be found.
 */
function inputOf(operation: Operation, request: FastifyRequest, rest: Rest): Record<string, unknown> {
  const body = rest.body === undefined ? request.body : documentOf(request, rest.body);
  if (body !== undefined && body !== null && (typeof body !== "object" || Array.isArray(body))) {
    throw new Refusal("invalid_request", "invalid", {
      message: "The body must be a JSON object.",
      errors: [{ field: "", message: "must be an object" }],
    });
  }
  const asked = request.query as Record<string, unknown>;
  const stray = operation.effect === "read" || rest.body !== undefined ? [] : Object.keys(asked);
  if (stray.length > 0) {
    throw new Refusal("invalid_request", "invalid", {
      message: "The request is not valid.",
      errors: stray
        .slice(0, 100)
        .map((name) => ({ field: name.slice(0, 80).toWellFormed(), message: "belongs in the body" })),
    });
  }
  const query = coerce(operation.input, asked);
  const path = coerce(operation.input, request.params as Record<string, unknown>);
  return { ...query, ...(body as Record<string, unknown> | null | undefined), ...path };
}

interface SentFile {
  bytes: Buffer;
  type: string;
  name: string;
  inline: boolean;
}

const INLINE_TYPES = new Set(["image/jpeg", "image/png", "image/webp", "application/pdf"]);

/** The answer as a file, where the operation says so and the caller wants it. */
function bytesOf(
  rest: Rest,
  request: FastifyRequest,
  answered: Record<string, unknown>,
): SentFile | undefined {
  if (rest.bytes === undefined) return undefined;
  const type = String(answered["content_type"] ?? "application/octet-stream");
  const accepts = header(request, "accept") ?? "";
  if (rest.bytes === "accept" && !accepts.split(",").some((part) => part.split(";")[0]?.trim() === type))
    return undefined;
  return {
    bytes: Buffer.from(String(answered["content_base64"] ?? ""), "base64"),
    type,
    name: String(answered["name"] ?? "file")
      .replaceAll(/[^\w.-]/g, "_")
      .slice(0, 100),
    inline: INLINE_TYPES.has(type),
  };
}

/** Refusals and failures as the service's error body; the same for every HTTP route, and for addresses of none. */
export function errorHandlerOf(mechanism: Pick<Mechanism, "log">) {
  return (
    error: Error & { statusCode?: number; code?: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply => {
    let refusal = error instanceof Refusal ? error : refusalOfHttp(error);
    if (refusal === undefined) {
      mechanism.log.error({ err: error, request_id: request.id }, "a request failed");
      return sendJson(reply, 500, {
        result: false,
        message: spoken(request, reply, new Refusal("internal_error", "unavailable", { message: OUR_FAULT }))
          .message,
        error_code: "INTERNAL_ERROR",
        request_id: request.id,
      });
    }
    refusal = spoken(request, reply, refusal);
    for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value);
    return sendJson(reply, refusal.status, errorBody(refusal, request.id));
  };
}

const OUR_FAULT = "Something went wrong on our side.";

/** In the language that the request asks for, where the contract has messages follow it. */
function spoken(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): Refusal {
  // Addresses that no route could read come without one.
  const config = request.routeOptions?.config as { localised?: boolean } | undefined;
  if (config?.localised !== true && !isLocalisedPath(request.url)) return refusal;
  const language = header(request, "accept-language") ?? "";
  reply.header("content-language", chooseLanguage(language, LANGUAGES)).header("vary", "accept-language");
  return inLanguage(refusal, language);
}

export function registerErrors(app: FastifyInstance, mechanism: Mechanism): void {
  app.setErrorHandler(errorHandlerOf(mechanism));
  const methodsOf = allowedMethods(mechanism.registry);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    const methods = methodsOf(path);
    // Where the console takes what no route took, an address that is too long comes here.
    if (methods.includes(request.method)) throw tooLong();
    const is_there = methods.length > 0;
    if (is_there) reply.header("allow", methods.join(", "));
    const refusal = is_there
      ? new Refusal("method_not_allowed", "method_not_allowed", {
          message: `${path.slice(0, 200)} takes ${methods.join(", ")}, not ${request.method}.`,
        })
      : new Refusal("not_found", "not_found", {
          message: `There is no ${request.method} ${path.slice(0, 200)}.`,
        });
    return sendJson(reply, refusal.status, errorBody(spoken(request, reply, refusal), request.id));
  });
}

function tooLong(): Refusal {
  return new Refusal("uri_too_long", "bad_request", { message: "The address is too long." });
}

/** What the HTTP server itself refuses. */
function refusalOfHttp(error: { statusCode?: number; code?: string; message: string }): Refusal | undefined {
  if (error.code === "FST_ERR_BAD_URL")
    return new Refusal("invalid_address", "bad_request", { message: "The address is not well-formed." });
  switch (error.statusCode) {
    case 400:
      return new Refusal("invalid_json", "bad_request", {
        message: `The body is not valid JSON: ${error.message}`,
      });
    case 413:
      return new Refusal("payload_too_large", "too_large", { message: "The body is too large." });
    case 414:
      return tooLong();
    case 415:
      return new Refusal("unsupported_media_type", "unsupported", {
        message: "Send the body as application/json.",
      });
    default:
      return undefined;
  }
}
