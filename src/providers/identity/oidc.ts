/**
 * Any OpenID Connect issuer. ID tokens are verified with its published keys (OpenID Connect Core 1.0, section
 * 3.1.3.7): signature by an asymmetric key, issuer, audience, time.
 */
import { errors, type JSONWebKeySet, jwtVerify } from "jose";
import type { TextAnswer } from "#platform/external/get-text.ts";
import { createKeyCache } from "./keys.ts";
import { type Identity, type IdentityProvider, IdentityRefused, IdentityUnavailable } from "./port.ts";

export interface OidcSettings {
  name: string;
  /** Exactly as in the `iss` claim. */
  issuer: string;
  web_client_id: string | null;
  /** URL of the keys; null: taken from the issuer's discovery document. */
  jwks_url: string | null;
}

/** Symmetric algorithms would allow anybody to sign with the public key; `none` needs no key at all. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const CLOCK_SKEW_S = 60;
const TOKEN_MAX = 16_384;

export function createOidcProvider(
  { name, issuer, web_client_id, jwks_url }: OidcSettings,
  get: (url: URL) => Promise<TextAnswer>,
): IdentityProvider {
  /** Fetches a document of the issuer. When that fails, the token can be neither accepted nor refused. */
  const read = async <T>(url: URL, understand: (document: unknown) => T): Promise<T> => {
    try {
      const { status, body } = await get(url);
      if (status !== 200) throw new Error(`${url.host} answered ${status}.`);
      return understand(JSON.parse(body));
    } catch (error) {
      throw new IdentityUnavailable(issuer, { cause: error });
    }
  };
  let keys_at = jwks_url === null ? undefined : new URL(jwks_url);
  const keys = createKeyCache(async () => {
    keys_at ??= await read(
      new URL(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`),
      (document) => findKeyUrl(document, issuer),
    );
    return read(keys_at, parseKeySet);
  });

  return {
    name,
    issuer,
    web_client_id,
    async verify(id_token, audience, now) {
      if (id_token.length > TOKEN_MAX) throw new IdentityRefused("too_long");
      try {
        const { payload } = await jwtVerify(id_token, keys.find(now), {
          issuer,
          audience,
          algorithms: ALGORITHMS,
          clockTolerance: CLOCK_SKEW_S,
          currentDate: now,
          requiredClaims: ["sub", "exp", "iat"],
        });
        // A token for several audiences was requested by one of them (`azp`), which must be ours. With one audience
        // `azp` may be the mobile app, which requested it for the backend.
        const { aud, azp } = payload;
        if (Array.isArray(aud) && aud.length > 1 && azp !== audience) throw new IdentityRefused("azp");
        return buildIdentity(issuer, payload);
      } catch (error) {
        if (error instanceof IdentityRefused || error instanceof IdentityUnavailable) throw error;
        throw new IdentityRefused(rejectionReason(error), { cause: error });
      }
    },
  };
}

function findKeyUrl(answer: unknown, issuer: string): URL {
  const document = answer as { issuer?: unknown; jwks_uri?: unknown };
  if (document.issuer !== issuer) throw new Error("The discovery document is another issuer's.");
  const url = new URL(String(document.jwks_uri));
  if (!["http:", "https:"].includes(url.protocol))
    throw new Error("The URL of the keys is not http or https.");
  return url;
}

function parseKeySet(answer: unknown): JSONWebKeySet {
  const { keys } = answer as { keys?: unknown };
  if (!Array.isArray(keys) || keys.some((key) => typeof key?.kty !== "string"))
    throw new Error("The response is not a key set.");
  return { keys };
}

/** Text that PostgreSQL can store: well-formed, and without NUL. */
const isText = (value: unknown): value is string =>
  typeof value === "string" && value.isWellFormed() && !value.includes("\u0000");

function buildIdentity(issuer: string, payload: Record<string, unknown>): Identity {
  const { sub, email, email_verified, name } = payload;
  if (!isText(sub) || sub === "" || sub.length > 255) throw new IdentityRefused("sub");
  const text = (value: unknown, most: number) =>
    isText(value) && value.trim() !== "" && value.length <= most ? value.trim() : null;
  return {
    issuer,
    subject: sub,
    email: text(email, 320),
    // Some issuers send the boolean as text.
    email_verified: email_verified === true || email_verified === "true",
    name: text(name, 255),
  };
}

function rejectionReason(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "exp";
  if (error instanceof errors.JWTClaimValidationFailed) return error.claim;
  return error instanceof errors.JOSEError ? error.code : "unreadable";
}
