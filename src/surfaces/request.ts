/** What every surface reads from an HTTP request: caller, dry run, idempotency, language. */
import type { FastifyRequest } from "fastify";
import { type Actor, ANONYMOUS, type Surface } from "#operation/actor.ts";
import type { RequestFacts } from "#operation/context.ts";
import type { Access } from "#operation/define.ts";
import type { Mechanism } from "#operation/mechanism.ts";
import { Refusal } from "#operation/refusal.ts";
import { hashToken } from "#platform/auth/secrets.ts";

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The token of `Authorization: Bearer …`; undefined when there is no such header. Never from the URL. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const text = header(request, "authorization");
  if (text === undefined) return undefined;
  const token = /^Bearer +(\S+)$/i.exec(text.trim())?.[1];
  if (token === undefined) {
    throw new Refusal("unauthenticated", "unauthenticated", {
      message: "The Authorization header must read: Bearer <token>.",
      headers: { "www-authenticate": "Bearer" },
    });
  }
  return token;
}

/** For operations that judge the token themselves; undefined for a header that cannot be read, too. */
export function bearerHashOf(request: FastifyRequest): Buffer | undefined {
  try {
    const token = bearerOf(request);
    return token === undefined ? undefined : hashToken(token);
  } catch {
    return undefined;
  }
}

/** Whether the caller is told from the token: sign-ins take no notice of it, and few judge it themselves. */
export function takesToken(access: Access): boolean {
  return !(access.public && (access.ignores_token === true || access.reads_token === true));
}

export function readsToken(access: Access): boolean {
  return access.public === true && access.reads_token === true;
}

export async function actorOf(mechanism: Mechanism, request: FastifyRequest): Promise<Actor> {
  const token = bearerOf(request);
  return token === undefined ? ANONYMOUS : mechanism.callers.ofToken(token, mechanism.now());
}

export function isOn(value: string | undefined): boolean {
  return value === "1" || value?.toLowerCase() === "true";
}

export function factsOf(request: FastifyRequest, surface: Surface): RequestFacts {
  return {
    id: request.id,
    surface,
    address: request.ip,
    language: header(request, "accept-language") ?? "",
    user_agent: (header(request, "user-agent") ?? "").slice(0, 300),
  };
}

/** `If-Match: "7"` or `W/"7"` names version 7; anything else is refused. */
export function ifMatchOf(request: FastifyRequest): number | undefined {
  const text = header(request, "if-match");
  if (text === undefined || text === "*") return undefined;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(text.trim())?.[1];
  if (version === undefined) {
    throw new Refusal("invalid_request", "invalid", {
      message: 'If-Match must name a version, for example "7".',
      errors: [{ field: "If-Match", message: "must name a version" }],
    });
  }
  return Number(version);
}
