/**
 * Any OpenID Connect issuer. ID tokens are verified by the keys that it publishes (OpenID Connect Core 1.0,
 * section 3.1.3.7): signature by an asymmetric key, issuer, audience, time.
 */
import { errors, type JSONWebKeySet, jwtVerify } from "jose";
import type { TextAnswer } from "#platform/outside/get-text.ts";
import { keysOf } from "./keys.ts";
import { type Identity, type IdentityProvider, IdentityRefused, IdentityUnavailable } from "./port.ts";

export interface OidcSettings {
  name: string;
  /** Exactly as `iss` has it. */
  issuer: string;
  web_client_id: string | null;
  /** Where the keys are; told by the issuer's discovery document when null. */
  jwks_url: string | null;
}

/** Symmetric ones would let anybody sign with the public key; `none` needs no key at all. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const CLOCK_SKEW_S = 60;
const TOKEN_MAX = 16_384;

export function oidc(
  { name, issuer, web_client_id, jwks_url }: OidcSettings,
  get: (url: URL) => Promise<TextAnswer>,
): IdentityProvider {
  /** A document of the issuer; whatever is wrong with it, nothing is known of the token then. */
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
  const keys = keysOf(async () => {
    keys_at ??= await read(
      new URL(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`),
      (found) => keyAddressOf(found, issuer),
    );
    return read(keys_at, keySetOf);
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
        // A token for several audiences was asked for by one of them, and that must be us. With one audience `azp`
        // may be the app on the phone, which asked on behalf of the backend.
        const { aud, azp } = payload;
        if (Array.isArray(aud) && aud.length > 1 && azp !== audience) throw new IdentityRefused("azp");
        return identityOf(issuer, payload);
      } catch (error) {
        if (error instanceof IdentityRefused || error instanceof IdentityUnavailable) throw error;
        throw new IdentityRefused(whyOf(error), { cause: error });
      }
    },
  };
}

function keyAddressOf(found: unknown, issuer: string): URL {
  const document = found as { issuer?: unknown; jwks_uri?: unknown };
  if (document.issuer !== issuer) throw new Error("The discovery document is another issuer's.");
  const url = new URL(String(document.jwks_uri));
  if (!["http:", "https:"].includes(url.protocol)) throw new Error("The keys are not on the web.");
  return url;
}

function keySetOf(found: unknown): JSONWebKeySet {
  const { keys } = found as { keys?: unknown };
  if (!Array.isArray(keys) || keys.some((key) => typeof key?.kty !== "string"))
    throw new Error("It is no set of keys.");
  return { keys };
}

/** Text as a database holds it: well-formed, and without NUL. */
const isText = (value: unknown): value is string =>
  typeof value === "string" && value.isWellFormed() && !value.includes("\u0000");

function identityOf(issuer: string, payload: Record<string, unknown>): Identity {
  const { sub, email, email_verified, name } = payload;
  if (!isText(sub) || sub === "" || sub.length > 255) throw new IdentityRefused("sub");
  const text = (value: unknown, most: number) =>
    isText(value) && value.trim() !== "" && value.length <= most ? value.trim() : null;
  return {
    issuer,
    subject: sub,
    email: text(email, 320),
    // Some issuers write the boolean as text.
    email_verified: email_verified === true || email_verified === "true",
    name: text(name, 255),
  };
}

function whyOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "exp";
  if (error instanceof errors.JWTClaimValidationFailed) return error.claim;
  return error instanceof errors.JOSEError ? error.code : "unreadable";
}
