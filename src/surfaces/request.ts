/** Reads the parts of an HTTP request that all surfaces share: caller, dry run, idempotency key, language. */
import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { type Actor, ANONYMOUS, type Surface } from "#operation/caller/actor.ts";
import { invalidToken } from "#operation/caller/authentication.ts";
import { isLinkToken } from "#operation/caller/link.ts";
import type { RequestFacts } from "#operation/define/context.ts";
import type { Access } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { CallerGone } from "#operation/response/failure.ts";
import { fields, refusals } from "#operation/response/platform-messages.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import { readSessionToken } from "./console-session.ts";

export function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The token of `Authorization: Bearer …`; undefined without that header. Never read from a query. */
export function readBearerToken(request: FastifyRequest): string | undefined {
  const text = readHeader(request, "authorization");
  if (text === undefined) return undefined;
  const token = /^Bearer +(\S+)$/i.exec(text.trim())?.[1];
  if (token === undefined) {
    throw new Refusal("unauthenticated", "unauthenticated", {
      message: refusals.authorization_form,
      headers: { "www-authenticate": "Bearer" },
    });
  }
  return token;
}

/** For operations that verify the token themselves; also undefined for a malformed header. */
export function findBearerToken(request: FastifyRequest): string | undefined {
  try {
    return readBearerToken(request);
  } catch {
    return undefined;
  }
}

/** True when the token identifies the caller: sign-ins ignore it, and a few operations verify it themselves. */
export function identifiesCallerByToken(access: Access): boolean {
  return !(access.public && (access.ignores_token === true || access.reads_token === true));
}

export function verifiesTokenItself(access: Access): boolean {
  return access.public === true && access.reads_token === true;
}

/** The actor of the bearer token, of an account or a link, else of the console's cookie; anonymous without any. */
export async function authenticate(runtime: Runtime, request: FastifyRequest): Promise<Actor> {
  const bearer = readBearerToken(request);
  const { authentication } = runtime;
  if (bearer !== undefined)
    return isLinkToken(bearer)
      ? authenticateLink(runtime, request, bearer)
      : authentication.authenticateToken(bearer, runtime.now());
  const token = readSessionToken(request, runtime.settings);
  if (token === undefined) return ANONYMOUS;
  const actor = await authentication.authenticateToken(token, runtime.now());
  if (!actor.is_console) throw invalidToken();
  return actor;
}

/** The actor of a link whose token is part of the path. Other credentials of the request do not count. */
export function authenticateByPath(runtime: Runtime, request: FastifyRequest): Promise<Actor> {
  const token = (request.params as { link?: string }).link ?? "";
  if (!isLinkToken(token)) throw invalidToken();
  return authenticateLink(runtime, request, token);
}

/** Unknown links are counted as unknown tracking numbers are: who tries too many is refused for all of them. */
async function authenticateLink(
  { authentication, enumeration_guard, now }: Runtime,
  { ip }: FastifyRequest,
  token: string,
): Promise<Actor> {
  const caller = { actor: ANONYMOUS, address: ip };
  const requested = [hashToken(token).toString("hex")];
  enumeration_guard.admit(caller, requested, now());
  try {
    return await authentication.authenticateLink(token, now());
  } catch (error) {
    if (error instanceof Refusal && error.kind === "unauthenticated")
      enumeration_guard.count(caller, { requested, unknown: requested }, now());
    throw error;
  }
}

/**
 * A boolean header: on with `1` or `true`, off with `0`, `false` or no header; null for any other value, which must
 * be refused. A header sent twice arrives as one text with both values or as a list.
 */
export function readFlag(value: unknown): boolean | null {
  switch (typeof value === "string" ? value.trim() : value) {
    case undefined:
    case "0":
    case "false":
      return false;
    case "1":
    case "true":
      return true;
    default:
      return null;
  }
}

/** Refuses `invalid_header`, 400: a dry run requested with an unknown value must not write. */
export function requireFlag(request: FastifyRequest, name: string): boolean {
  const flag = readFlag(request.headers[name.toLowerCase()]);
  if (flag !== null) return flag;
  throw new Refusal("invalid_header", "bad_request", {
    message: refusals.boolean_header.with({ name }),
    errors: [{ field: name, message: fields.one_of.with({ words: "1, true, 0, false" }) }],
  });
}

export function readRequestFacts(request: FastifyRequest, surface: Surface): RequestFacts {
  return {
    id: request.id,
    surface,
    address: request.ip,
    language: readHeader(request, "accept-language") ?? "",
    user_agent: (readHeader(request, "user-agent") ?? "").slice(0, 300),
    disconnected: () => disconnectedSignal(request.raw.socket),
  };
}

/** One signal per connection, created on demand: few operations run long enough to need it. */
const signals = new WeakMap<Socket, AbortSignal>();

function disconnectedSignal(socket: Socket): AbortSignal {
  const known_signal = signals.get(socket);
  if (known_signal !== undefined) return known_signal;
  const controller = new AbortController();
  const abort = () => controller.abort(new CallerGone());
  if (socket.destroyed) abort();
  else socket.once("close", abort);
  signals.set(socket, controller.signal);
  return controller.signal;
}

/** `If-Match: "7"` or `W/"7"` means version 7; any other value is refused. */
export function readIfMatch(request: FastifyRequest): number | undefined {
  const text = readHeader(request, "if-match");
  if (text === undefined || text === "*") return undefined;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(text.trim())?.[1];
  if (version === undefined) {
    throw new Refusal("invalid_request", "invalid", {
      message: refusals.if_match_form,
      errors: [{ field: "If-Match", message: fields.no_version }],
    });
  }
  return Number(version);
}
