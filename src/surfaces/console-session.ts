/**
 * The console's session: a bearer token in a cookie that scripts cannot read.
 *
 * A browser also sends cookies with requests that other sites make. So the cookie is accepted only with the header
 * `X-Packhorse-Client: console`, which a form cannot send and a script of another origin only where CORS allows it,
 * and never when the browser reports another origin. It may contain tokens of console sessions only, and an
 * `Authorization` header takes precedence.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import type { ServiceSettings } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { refusals } from "#operation/response/platform-messages.ts";

const NAME = "packhorse-session";
/**
 * Browsers accept this prefix only with `Secure`, `Path=/` and no domain, so that no other host of the domain can
 * set it.
 */
const SECURE_NAME = `__Host-${NAME}`;

type Settings = Pick<ServiceSettings, "base_url">;

/** True when the request declares itself as the console's. Without a console session this has no effect yet. */
export function isConsoleRequest(headers: IncomingHttpHeaders): boolean {
  return headers["x-packhorse-client"] === "console";
}

/**
 * The token of the console's cookie; undefined without the console's header. Refuses `cross_site_request` when the
 * browser reports another origin.
 */
export function readSessionToken(request: FastifyRequest, settings: Settings): string | undefined {
  if (!isConsoleRequest(request.headers)) return undefined;
  const token = readCookie(request.headers, isSecure(request, settings));
  if (token !== undefined) requireSameOrigin(request, settings);
  return token;
}

/**
 * The same for a WebSocket, which cannot send our header: only when the browser reports an origin, and it is ours.
 * Here `base_url` alone decides whether the cookie is the https one.
 */
export function readUpgradeSessionToken(
  headers: IncomingHttpHeaders,
  { base_url }: Settings,
): string | undefined {
  if (headers.origin === undefined || !isOwnOrigin(headers, headers.host, base_url)) return undefined;
  return (
    readCookie(headers, true) ?? (base_url.startsWith("https:") ? undefined : readCookie(headers, false))
  );
}

/** Refuses a request made by a page of another origin, as far as the browser reports it. */
export function requireSameOrigin(request: FastifyRequest, { base_url }: Settings): void {
  if (isOwnOrigin(request.headers, request.host, base_url)) return;
  throw new Refusal("cross_site_request", "forbidden", {
    message: refusals.console_session_only,
  });
}

/** A request without either header is not from a current browser, or is a plain GET. */
function isOwnOrigin(headers: IncomingHttpHeaders, host: string | undefined, base_url: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host: asking, protocol } = new URL(origin);
  if (origin === new URL(base_url).origin) return true;
  // A proxy in front of us may end TLS, so the scheme is taken from the origin.
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === asking;
}

/** `Set-Cookie` for a new session. */
export function buildSessionCookie(
  request: FastifyRequest,
  settings: Settings,
  { token, max_age_s }: { token: string; max_age_s: number },
): string {
  const is_secure = isSecure(request, settings);
  return [
    `${is_secure ? SECURE_NAME : NAME}=${token}`,
    `Max-Age=${Math.max(0, Math.floor(max_age_s))}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Strict",
    ...(is_secure ? ["Secure"] : []),
  ].join("; ");
}

/** `Set-Cookie` that deletes it. */
export function buildExpiredSessionCookie(request: FastifyRequest, settings: Settings): string {
  return buildSessionCookie(request, settings, { token: "", max_age_s: 0 });
}

function isSecure(request: FastifyRequest, { base_url }: Settings): boolean {
  return request.protocol === "https" || base_url.startsWith("https:");
}

function readCookie({ cookie = "" }: IncomingHttpHeaders, is_secure: boolean): string | undefined {
  const name = is_secure ? SECURE_NAME : NAME;
  for (const part of cookie.split(";")) {
    const [key = "", value = ""] = part.trim().split("=", 2);
    if (key === name && value !== "") return value;
  }
  return undefined;
}
