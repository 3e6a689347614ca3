/**
 * REST: one route per operation that names one. The surface reads the registry and decides nothing.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { ANONYMOUS } from "#operation/actor.ts";
import type { Call } from "#operation/call.ts";
import type { Operation, Rest } from "#operation/define.ts";
import { invoke } from "#operation/invoke.ts";
import type { Mechanism } from "#operation/mechanism.ts";
import { errorBody, Refusal } from "#operation/refusal.ts";
import { coerce } from "#operation/schema.ts";
import { actorOf, factsOf, header, ifMatchOf, isOn } from "../request.ts";
import { speakOauth } from "./oauth.ts";

export function registerRest(app: FastifyInstance, mechanism: Mechanism): void {
  for (const operation of mechanism.registry.operations.values()) {
    const { rest } = operation;
    if (rest === undefined) continue;
    const route: RouteOptions = {
      method: rest.method,
      url: rest.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      ...(rest.body_limit === undefined ? {} : { bodyLimit: rest.body_limit }),
      handler: (request, reply) => answer(mechanism, operation, rest, request, reply),
    };
    if (rest.oauth === undefined) app.route(route);
    else {
      app.register(async (scope) => {
        speakOauth(scope, route.url);
        scope.route(route);
      });
    }
  }
}

async function answer(
  mechanism: Mechanism,
  operation: Operation,
  rest: Rest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const surface = header(request, "x-packhorse-client") === "console" ? "console" : "rest";
  const ignores_token = operation.access.public && operation.access.ignores_token === true;
  const call: Call = {
    operation,
    actor: ignores_token ? ANONYMOUS : await actorOf(mechanism, request),
    input: inputOf(operation, request),
    request: factsOf(request, surface),
    dry_run: operation.effect === "write" && isOn(header(request, "x-dry-run")),
    idempotency_key: operation.effect === "write" ? header(request, "idempotency-key") : undefined,
    if_match: operation.effect === "write" ? ifMatchOf(request) : undefined,
  };
  const result = await invoke(mechanism, call);
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
  const version = result.answer["version"];
  if (typeof version === "number") reply.header("etag", `"${version}"`);
  const is_pending = rest.pending !== undefined && result.answer[rest.pending] === true;
  return sendJson(reply, is_pending ? 202 : (rest.status ?? 200), result.answer);
}

/** JSON by hand: the answer is already picked, and the built-in serialiser is the fastest there is. */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(body));
}

/** Body, then query, then path: what the path names cannot be contradicted by a body. */
function inputOf(operation: Operation, request: FastifyRequest): Record<string, unknown> {
  const body = request.body;
  if (body !== undefined && body !== null && (typeof body !== "object" || Array.isArray(body))) {
    throw new Refusal("invalid_request", "invalid", {
      message: "The body must be a JSON object.",
      errors: [{ field: "", message: "must be an object" }],
    });
  }
  const query = coerce(operation.input, request.query as Record<string, unknown>);
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
    const refusal = error instanceof Refusal ? error : refusalOfHttp(error);
    if (refusal === undefined) {
      mechanism.log.error({ err: error, request_id: request.id }, "a request failed");
      return sendJson(reply, 500, {
        result: false,
        message: "Something went wrong on our side.",
        error_code: "INTERNAL_ERROR",
        request_id: request.id,
      });
    }
    for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value);
    return sendJson(reply, refusal.status, errorBody(refusal, request.id));
  };
}

export function registerErrors(app: FastifyInstance, mechanism: Mechanism): void {
  app.setErrorHandler(errorHandlerOf(mechanism));
  app.setNotFoundHandler((request, reply) =>
    sendJson(reply, 404, {
      result: false,
      message: `There is no ${request.method} ${request.url.split("?")[0]?.slice(0, 200)}.`,
      error_code: "NOT_FOUND",
      request_id: request.id,
    }),
  );
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
      return new Refusal("uri_too_long", "bad_request", { message: "The address is too long." });
    case 415:
      return new Refusal("unsupported_media_type", "unsupported", {
        message: "Send the body as application/json.",
      });
    default:
      return undefined;
  }
}
