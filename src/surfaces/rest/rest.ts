/** REST: one route per operation that declares one. The surface reads the registry and decides nothing. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { type Actor, ANONYMOUS, type Surface } from "#operation/caller/actor.ts";
import { requireCredentials } from "#operation/caller/authorize.ts";
import { authenticateDevice } from "#operation/caller/device-signature.ts";
import { authenticatePartner, type SignedRequest } from "#operation/caller/request-signature.ts";
import { getBodyLimit } from "#operation/define/accepted-files.ts";
import type { RequestFacts, ResponseFacts } from "#operation/define/context.ts";
import { type Access, needsSignature, type Operation, type Rest } from "#operation/define/define.ts";
import { errorBody, Refusal } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { coerceStrings } from "#operation/define/schema.ts";
import { countCall } from "#operation/limits/count-call.ts";
import { buildLimitHeaders } from "#operation/limits/token-caps.ts";
import { recordRefusal } from "#operation/records/call-records.ts";
import { toRefusal } from "#operation/response/failure.ts";
import { chooseLanguage, LANGUAGES } from "#operation/response/language.ts";
import { fields, refusals } from "#operation/response/platform-messages.ts";
import type { Call } from "#operation/run/call.ts";
import { invoke } from "#operation/run/invoke.ts";
import type { ReadFramedPage } from "../console.ts";
import {
  buildExpiredSessionCookie,
  buildSessionCookie,
  isConsoleRequest,
  requireSameOrigin,
} from "../console-session.ts";
import {
  authenticate,
  authenticateByPath,
  findBearerToken,
  identifiesCallerByToken,
  readHeader,
  readIfMatch,
  readRequestFacts,
  requireFlag,
  verifiesTokenItself,
} from "../request.ts";
import { buildSecurityHeaders } from "../security-headers.ts";
import { createRouteFinder } from "./methods.ts";
import { configureOauthRoutes } from "./oauth.ts";
import { getBodyBytes, readRawBody, readSignedBody, registerRawBodyParser } from "./raw-body.ts";

/** Facts from the headers of a request, before its body is read. */
interface HeaderFacts {
  actor: Actor;
  facts: RequestFacts;
  response: ResponseFacts;
  counted: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null outside the routes of operations. */
    header_facts: HeaderFacts | null;
  }
}

export function registerRest(app: FastifyInstance, runtime: Runtime, readFramedPage: ReadFramedPage): void {
  app.decorateRequest("header_facts", null);
  for (const operation of runtime.registry.operations.values()) {
    const { rest } = operation;
    if (rest === undefined) continue;
    const body_limit =
      rest.body_limit ??
      (operation.accepts_file === undefined ? undefined : getBodyLimit(operation.accepts_file));
    const route: RouteOptions = {
      method: rest.method,
      url: rest.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      config: { localised: operation.localised === true },
      ...(body_limit === undefined ? {} : { bodyLimit: body_limit }),
      onRequest: (request, reply) => readHeaders(runtime, operation, rest, request, reply),
      handler: (request, reply) => answer({ runtime, readFramedPage }, operation, rest, request, reply),
    };
    const { oauth, body } = rest;
    const types = body?.types ?? (needsSignature(operation.access) ? ["application/json"] : undefined);
    if (oauth === undefined && types === undefined) app.route(route);
    else {
      app.register(async (scope) => {
        if (oauth !== undefined) configureOauthRoutes(scope, route.url);
        if (types !== undefined) registerRawBodyParser(scope, types, operation.access);
        scope.route(route);
      });
    }
  }
}

/**
 * Authenticates the caller from the headers: a request without a required token, or beyond a rate limit, is refused
 * before its body is read. The signature of a provider or a device covers the body, so here a provider's limit is only
 * checked and not counted.
 */
async function readHeaders(
  runtime: Runtime,
  operation: Operation,
  rest: Rest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { access, limit } = operation;
  const is_signed = needsSignature(access);
  const cookie_session = rest.session === "starts" && isConsoleRequest(request.headers);
  if (cookie_session) requireSameOrigin(request, runtime.settings);
  const actor = await identifyCaller(runtime, operation, rest, request);
  const surface = actor.is_console ? "console" : getSurface(access);
  const facts = {
    ...readRequestFacts(request, surface),
    ...readNegotiation(request),
    ...(cookie_session ? { cookie_session } : {}),
  };
  const response: ResponseFacts = { headers: {} };
  request.caller = actor;
  request.body_limits = { is_anonymous: actor.kind === "anonymous" };
  const now = runtime.now();
  try {
    requireCredentials(operation, actor, findBearerToken(request));
    if (!is_signed) await countCall(runtime, { operation, actor, request: facts, response }, now);
    else if (limit !== undefined) runtime.rate_limits.look(limit, readProviderKey(request) ?? "", now);
  } catch (error) {
    if (error instanceof Refusal) recordRefusal(runtime, { operation, actor, request: facts }, error);
    throw error;
  }
  // The remaining calls are reported for every outcome, including an unreadable body.
  reply.headers(response.headers);
  request.header_facts = { actor, facts, response, counted: !is_signed };
}

function identifyCaller(
  runtime: Runtime,
  { access }: Operation,
  { link_in_path }: Rest,
  request: FastifyRequest,
): Promise<Actor> | Actor {
  if (link_in_path) return authenticateByPath(runtime, request);
  return identifiesCallerByToken(access) ? authenticate(runtime, request) : ANONYMOUS;
}

function getSurface(access: Access): Surface {
  if (access.public || !needsSignature(access)) return "rest";
  return access.device ? "device" : "ingest";
}

/** The caller whose signature covers the body; the one of the headers where none is needed. */
function identifySigner(
  runtime: Runtime,
  { access }: Operation,
  request: FastifyRequest,
  account: Actor,
): Promise<Actor> | Actor {
  if (access.public || !needsSignature(access)) return account;
  if (!access.device) return authenticatePartner(runtime, readSignedRequest(request, account), runtime.now());
  // An account is refused for what it is, not for a signature that it does not send.
  return account.kind === "anonymous"
    ? authenticateDevice(runtime, readDeviceRequest(request), runtime.now())
    : account;
}

async function answer(
  { runtime, readFramedPage }: { runtime: Runtime; readFramedPage: ReadFramedPage },
  operation: Operation,
  rest: Rest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { access } = operation;
  const { actor: account, facts, response, counted } = request.header_facts as HeaderFacts;
  const actor = await identifySigner(runtime, operation, request, account);
  const input = catchRefusal(() => readInput(operation, request, rest));
  const dry_run = catchRefusal(() => requireFlag(request, "X-Dry-Run"));
  const if_match = catchRefusal(() => (operation.effect === "write" ? readIfMatch(request) : undefined));
  const call: Call = {
    operation,
    actor,
    bearer_token: verifiesTokenItself(access) ? findBearerToken(request) : undefined,
    input: input.value ?? {},
    fault: dry_run.fault ?? input.fault ?? if_match.fault,
    request: facts,
    response,
    counted,
    dry_run: operation.effect === "write" && dry_run.value === true,
    idempotency_key: operation.effect === "write" ? readHeader(request, "idempotency-key") : undefined,
    if_match: if_match.value,
  };
  // The response headers are also sent with a refusal: limits are reported for every outcome.
  const result = await invoke(runtime, call).finally(async () => {
    const now = runtime.now();
    const limits = await runtime.token_caps.findLimits(actor, now);
    // Nothing is returned: a reply is thenable, and awaiting it here would never resolve.
    reply.headers({ ...response.headers, ...buildLimitHeaders(limits, now) });
  });
  if (result.kind === "dry_run") {
    const { answer: would_answer, would_emit, unpredicted } = result;
    return sendJson(reply.header("x-dry-run", "1"), 200, {
      ...(facts.cookie_session ? withoutToken(would_answer) : would_answer),
      dry_run: true,
      would_emit,
      unpredicted,
    });
  }
  if (result.kind === "proposed") throw new Error("REST does not queue proposals.");
  reply.header("x-request-id", request.id);
  if (result.replayed) reply.header("idempotency-replayed", "true");
  if (rest.session === "ends" && isConsoleRequest(request.headers))
    reply.header("set-cookie", buildExpiredSessionCookie(request, runtime.settings));
  if (facts.cookie_session) return sendSession(runtime, request, reply, result.answer);
  if (response.not_modified) return reply.code(304).send();
  if (rest.framed_page !== undefined)
    return sendFramedPage(reply, await readFramedPage(result.answer[rest.framed_page] as string[]));
  const file = readFileAnswer(rest, request, result.answer);
  if (file !== undefined) {
    return reply
      .code(200)
      .header("content-type", file.type)
      .header("content-disposition", `${file.inline ? "inline" : "attachment"}; filename="${file.name}"`)
      .header("content-security-policy", "default-src 'none'; sandbox")
      .send(file.bytes);
  }
  const version = result.answer["version"];
  if (typeof version === "number") reply.header("etag", `"${version}"`);
  const is_pending = rest.pending !== undefined && result.answer[rest.pending] === true;
  const { text } = result;
  const { media_type } = response;
  return sendJson(reply, is_pending ? 202 : (rest.status ?? 200), result.answer, { text, media_type });
}

function sendFramedPage(reply: FastifyReply, page: { html: string; policy: string } | null): FastifyReply {
  reply.header("content-type", "text/html; charset=utf-8").header("cache-control", "no-store");
  if (page === null)
    return reply.code(503).send("<!doctype html><title>Packhorse</title><p>The console is not built.");
  return reply
    .code(200)
    .header("content-security-policy", page.policy)
    .header("x-robots-tag", "noindex")
    .send(page.html);
}

/** Sends the token of a sign-in in a cookie, which lasts as long as the session. */
function sendSession(
  { settings, now }: Runtime,
  request: FastifyRequest,
  reply: FastifyReply,
  answered: Record<string, unknown>,
): FastifyReply {
  const ends_at = Date.parse(`${String(answered["expires_at"]).replace(" ", "T")}Z`);
  const max_age_s = (ends_at - now().getTime()) / 1000;
  const cookie = buildSessionCookie(request, settings, {
    token: String(answered["access_token"]),
    max_age_s,
  });
  return sendJson(
    reply.header("set-cookie", cookie).header("cache-control", "no-store"),
    200,
    withoutToken(answered),
  );
}

function withoutToken({
  access_token: _token,
  token_type: _type,
  ...rest
}: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

interface Parsed<T> {
  value?: T;
  fault?: Refusal;
}

/** The value, or the refusal of an invalid one. A body that cannot be parsed at all is refused before everything else. */
function catchRefusal<T>(read: () => T): Parsed<T> {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof Refusal && (error.kind === "invalid" || error.code === "invalid_header"))
      return { fault: error };
    throw error;
  }
}

const READ_HEADERS = [
  ["accept", "accept"],
  ["if_none_match", "if-none-match"],
  ["if_modified_since", "if-modified-since"],
  ["error_behaviour", "otep-error-behaviour"],
] as const;

/** Accepted type, known entity tag, and error behaviour of the caller: members only where the headers are present. */
function readNegotiation(request: FastifyRequest): Partial<RequestFacts> {
  return Object.fromEntries(
    READ_HEADERS.flatMap(([member, name]) => {
      const value = readHeader(request, name);
      return value === undefined ? [] : [[member, value]];
    }),
  );
}

/** No provider key is longer. */
function readProviderKey(request: FastifyRequest): string | undefined {
  return readHeader(request, "otep-key")?.slice(0, 64);
}

function readSignedRequest(request: FastifyRequest, actor: Actor): SignedRequest {
  return {
    key: readProviderKey(request),
    timestamp: readHeader(request, "otep-timestamp"),
    signature: readHeader(request, "otep-signature"),
    method: request.method,
    url: request.raw.url ?? request.url,
    body: getBodyBytes(request),
    actor,
  };
}

/** With the address that the client called, as far as proxies tell. */
function readDeviceRequest(request: FastifyRequest): Parameters<typeof authenticateDevice>[1] {
  const names = ["signature-input", "signature", "content-digest"];
  return {
    method: request.method,
    url: `${request.protocol}://${request.host}${request.raw.url ?? request.url}`,
    headers: Object.fromEntries(names.map((name) => [name, readHeader(request, name)])),
    body: getBodyBytes(request),
  };
}

interface SentText {
  /** The body as JSON, where it was made before. */
  text?: string | undefined;
  media_type?: string | undefined;
}

/** Serialized by hand: the response is already filtered, and the built-in serializer is the fastest. */
export function sendJson(
  reply: FastifyReply,
  status: number,
  body: unknown,
  { text = JSON.stringify(body), media_type = "application/json" }: SentText = {},
): FastifyReply {
  return reply.code(status).header("content-type", `${media_type}; charset=utf-8`).send(text);
}

function readBody({ access }: Operation, request: FastifyRequest, rest: Rest): unknown {
  if (rest.body !== undefined) return readRawBody(request, rest.body);
  return needsSignature(access) ? readSignedBody(request) : request.body;
}

/**
 * Body, then query, then path: a body cannot override members of the path. Only reads have a query: URLs are logged
 * in many places, where no password may appear.
 */
function readInput(operation: Operation, request: FastifyRequest, rest: Rest): Record<string, unknown> {
  const body = readBody(operation, request, rest);
  if (body !== undefined && body !== null && (typeof body !== "object" || Array.isArray(body))) {
    throw new Refusal("invalid_request", "invalid", {
      message: refusals.body_not_object,
      errors: [{ field: "", message: fields.an_object }],
    });
  }
  const query_values = request.query as Record<string, unknown>;
  const unexpected = operation.effect === "read" || rest.body !== undefined ? [] : Object.keys(query_values);
  if (unexpected.length > 0) {
    throw new Refusal("invalid_request", "invalid", {
      message: refusals.invalid_request,
      errors: unexpected
        .slice(0, 100)
        .map((name) => ({ field: name.slice(0, 80).toWellFormed(), message: fields.belongs_in_body })),
    });
  }
  const query = coerceStrings(operation.input, query_values);
  const path = coerceStrings(operation.input, request.params as Record<string, unknown>);
  return {
    ...query,
    ...(body as Record<string, unknown> | null | undefined),
    ...readHeaderMembers(request, rest),
    ...path,
  };
}

function readHeaderMembers(request: FastifyRequest, { headers = {} }: Rest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([member, name]) => {
      const value = readHeader(request, name);
      return value === undefined ? [] : [[member, value]];
    }),
  );
}

interface SentFile {
  bytes: Buffer;
  type: string;
  name: string;
  inline: boolean;
}

const INLINE_TYPES = new Set(["image/jpeg", "image/png", "image/webp", "application/pdf"]);

/** The response as a file, when the operation declares it and the caller accepts it. */
function readFileAnswer(
  rest: Rest,
  request: FastifyRequest,
  answered: Record<string, unknown>,
): SentFile | undefined {
  if (rest.bytes === undefined) return undefined;
  const type = String(answered["content_type"] ?? "application/octet-stream");
  const accepts = readHeader(request, "accept") ?? "";
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

/** Sends refusals and failures as the service's error body; the same for every HTTP route, and for unknown URLs. */
export function createErrorHandler(runtime: Pick<Runtime, "log" | "settings" | "registry">) {
  const headers = buildSecurityHeaders(runtime.settings.base_url);
  return (
    error: Error & { statusCode?: number; code?: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply => {
    // A URL that no route could parse arrives here without any hook.
    reply.headers(headers);
    // The database may be lost before there is a call: while a caller is authenticated or a limit is counted.
    let refusal = error instanceof Refusal ? error : (refusalOfHttp(error) ?? toRefusal(error));
    if (refusal === undefined) {
      runtime.log.error({ err: error, request_id: request.id }, "a request failed");
      return sendJson(reply, 500, {
        result: false,
        message: translated(
          runtime,
          request,
          reply,
          new Refusal("internal_error", "unavailable", { message: refusals.internal_error }),
        ).message,
        error_code: "INTERNAL_ERROR",
        request_id: request.id,
      });
    }
    refusal = translated(runtime, request, reply, refusal);
    for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value);
    return sendJson(reply, refusal.status, errorBody(refusal, request.id));
  };
}

/** Translated to the requested language, where the contract requires it. */
function translated(
  { registry: { features } }: Pick<Runtime, "registry">,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): Refusal {
  // URLs that no route could parse have none.
  const config = request.routeOptions?.config as { localised?: boolean } | undefined;
  const is_below = (path: string) => request.url.startsWith(path);
  if (config?.localised !== true && !features.localised_paths.some(is_below)) return refusal;
  const language = readHeader(request, "accept-language") ?? "";
  reply.header("content-language", chooseLanguage(language, LANGUAGES)).header("vary", "accept-language");
  return refusal.in(language);
}

export function registerErrors(app: FastifyInstance, runtime: Runtime): void {
  app.setErrorHandler(createErrorHandler(runtime));
  const { methods: listMethods } = createRouteFinder(runtime.registry);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    const methods = listMethods(path);
    // Where the console handles unmatched URLs, one that is too long arrives here.
    if (methods.includes(request.method)) throw tooLong();
    const is_there = methods.length > 0;
    if (is_there) reply.header("allow", methods.join(", "));
    const refusal = is_there
      ? new Refusal("method_not_allowed", "method_not_allowed", {
          message: refusals.method_not_allowed.with({
            path: path.slice(0, 200),
            methods: methods.join(", "),
            method: request.method,
          }),
        })
      : new Refusal("not_found", "not_found", {
          message: refusals.unknown_route.with({ route: `${request.method} ${path.slice(0, 200)}` }),
        });
    return sendJson(
      reply,
      refusal.status,
      errorBody(translated(runtime, request, reply, refusal), request.id),
    );
  });
}

function tooLong(): Refusal {
  return new Refusal("uri_too_long", "bad_request", { message: refusals.address_too_long });
}

/** Refusals of the HTTP server itself. */
function refusalOfHttp(error: { statusCode?: number; code?: string; message: string }): Refusal | undefined {
  if (error.code === "FST_ERR_BAD_URL")
    return new Refusal("invalid_address", "bad_request", { message: refusals.malformed_address });
  switch (error.statusCode) {
    case 400:
      return new Refusal("invalid_json", "bad_request", {
        message: refusals.invalid_json.with({ reason: error.message }),
      });
    case 413:
      return new Refusal("payload_too_large", "too_large", { message: refusals.body_too_large });
    case 414:
      return tooLong();
    case 415:
      return new Refusal("unsupported_media_type", "unsupported", {
        message: refusals.send_json,
      });
    default:
      return undefined;
  }
}
