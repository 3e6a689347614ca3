/** Security headers of every response, including errors and files. */
import type { FastifyInstance } from "fastify";

export type SecurityHeaders = Readonly<Record<string, string>>;

const YEAR_S = 365 * 24 * 3600;

/** A browser that received HSTS never uses HTTP again, so it is sent only when the base URL is HTTPS. */
export function buildSecurityHeaders(base_url: string): SecurityHeaders {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    ...(base_url.startsWith("https:") ? { "strict-transport-security": `max-age=${YEAR_S}` } : {}),
  };
}

/** A route may set stricter headers itself, as the OAuth page does. */
export function registerSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
