/**
 * How a device proves who it is: signed HTTP requests (RFC 9421, Ed25519) with a digest of their body (RFC 9530), and tokens
 * with which it signs in at the broker (RFC 7519, EdDSA). Runs in Node and in browsers; keys are 32 raw bytes (RFC 8032).
 */
import { sha256 } from "@noble/hashes/sha2";
import { base64url, decodeJwt, importJWK, jwtVerify, SignJWT } from "jose";
import { buildKeyId, readKeyId } from "./messages.ts";

/** How far the time of a signature may be from the clock of the service, seconds. */
export const SIGNATURE_AGE_S = 300;
/** How long a token may be valid, seconds. */
export const TOKEN_LIFE_S = 300;
export const TOKEN_AUDIENCE = "packhorse-mqtt";
const KEY_BYTES = 32;

/** Header fields have lower-case names. */
export interface SignedRequest {
  method: string;
  /** The whole address, as the client wrote it: `https://lockers.example/api/v1/device-operations?x=1`. */
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
}

/** What a signature claims; nothing of it is proven before `verifySignature`. */
export interface Signature {
  device_id: number;
  /** Seconds since 1970. */
  created: number;
  nonce: string;
  components: readonly string[];
  /** The parameters as they were sent: the last line of the base. */
  parameters: string;
  value: Uint8Array;
}

export type SignatureFault =
  /** The request has no signature. */
  | "missing"
  /** Fields that cannot be read, another algorithm, several signatures. */
  | "malformed"
  /** A component that must be signed is not. */
  | "incomplete"
  /** Further than 300 s from the clock of the service; the device corrects its clock and signs again. */
  | "wrong_time"
  /** The digest is not that of the body. */
  | "wrong_digest"
  /** Not signed with the key of the device. */
  | "wrong_key";

/** Components of every signature; requests with a body have "content-digest" too. */
const COMPONENTS = ["@method", "@authority", "@path", "@query"] as const;

/** Value of `Content-Digest`. Source: RFC 9530, section 2. */
export function buildContentDigest(body: Uint8Array): string {
  return `sha-256=:${toBase64(sha256(body))}:`;
}

/** Whether one of the digests is the SHA-256 of the body. */
export function isContentDigest(header: string, body: Uint8Array): boolean {
  return header.split(",").some((digest) => digest.trim() === buildContentDigest(body));
}

/** What is signed: a line for each component, and the parameters. Source: RFC 9421, section 2.5. */
export function buildSignatureBase(
  request: SignedRequest,
  components: readonly string[],
  parameters: string,
): string | undefined {
  const lines: string[] = [];
  for (const name of components) {
    const value = readComponent(request, name);
    if (value === undefined) return undefined;
    lines.push(`"${name}": ${value}`);
  }
  return [...lines, `"@signature-params": ${parameters}`].join("\n");
}

/** Source: RFC 9421, sections 2.1 and 2.2. Undefined for a component that is absent or that this protocol does not use. */
function readComponent({ method, url, headers }: SignedRequest, name: string): string | undefined {
  const { host, pathname, search } = new URL(url);
  if (name === "@method") return method;
  if (name === "@authority") return host;
  if (name === "@path") return pathname;
  if (name === "@query") return search === "" ? "?" : search;
  return name.startsWith("@") ? undefined : headers[name]?.trim();
}

function buildParameters(
  components: readonly string[],
  { device_id, created, nonce }: Pick<Signature, "device_id" | "created" | "nonce">,
): string {
  const list = components.map((name) => `"${name}"`).join(" ");
  return `(${list});created=${created};keyid="${buildKeyId(device_id)}";alg="ed25519";nonce="${nonce}"`;
}

/** The header fields with which a device sends a request. `created`: seconds since 1970; `nonce`: 8 to 64 characters, base64url. */
export async function signRequest(
  request: SignedRequest & { body?: Uint8Array },
  { private_key, ...claims }: { device_id: number; created: number; nonce: string; private_key: Uint8Array },
): Promise<Record<string, string>> {
  const digest: Record<string, string> =
    request.body === undefined ? {} : { "content-digest": buildContentDigest(request.body) };
  const components = [...COMPONENTS, ...Object.keys(digest)];
  const parameters = buildParameters(components, claims);
  const base = buildSignatureBase(
    { ...request, headers: { ...request.headers, ...digest } },
    components,
    parameters,
  );
  const value = await sign(base!, private_key);
  return { ...digest, "signature-input": `device=${parameters}`, signature: `device=:${toBase64(value)}:` };
}

/**
 * Reads one signature of the form that `signRequest` writes: any label, parameters in any order.
 * Source: RFC 9421, section 4; RFC 8941.
 */
export function readSignature(
  headers: SignedRequest["headers"],
): { signature: Signature } | { fault: SignatureFault } {
  const { "signature-input": input, signature: value } = headers;
  if (input === undefined || value === undefined) return { fault: "missing" };
  const [, label, parameters = "", list = "", rest = ""] =
    /^([a-z*][a-z0-9_.*-]*)=(\(((?:"[a-z0-9@-]+"(?: (?="))?)*)\)((?:;[a-z]+=(?:[0-9]+|"[\x20\x21\x23-\x5b\x5d-\x7e]*"))*))$/.exec(
      input,
    ) ?? [];
  const [, value_label, base64] = /^([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/]+={0,2}):$/.exec(value) ?? [];
  if (label === undefined || base64 === undefined || label !== value_label) return { fault: "malformed" };
  const components = [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name!);
  const pairs = [...rest.matchAll(/;([a-z]+)=(?:"([^"]*)"|([0-9]+))/g)];
  const members = new Map(pairs.map(([, name, text, number]) => [name!, text ?? Number(number)]));
  const { created, keyid, nonce, alg = "ed25519" } = Object.fromEntries(members);
  const device_id = typeof keyid === "string" ? readKeyId(keyid) : undefined;
  if (
    device_id === undefined ||
    alg !== "ed25519" ||
    typeof nonce !== "string" ||
    !isNonce(nonce) ||
    typeof created !== "number" ||
    members.size !== pairs.length ||
    new Set(components).size !== components.length
  )
    return { fault: "malformed" };
  return {
    signature: { device_id, created, nonce, components, parameters, value: fromBase64(base64) },
  };
}

/** Of signatures, and `jti` of tokens: 8 to 64 characters, base64url. */
export const isNonce = (text: string): boolean => /^[A-Za-z0-9_-]{8,64}$/.test(text);

/** Null where the request is the device's. The caller has yet to refuse a nonce that the device used before. */
export async function verifySignature(
  signature: Signature,
  request: SignedRequest & { body?: Uint8Array },
  { public_key, now_ms }: { public_key: Uint8Array; now_ms: number },
): Promise<SignatureFault | null> {
  const { body = new Uint8Array() } = request;
  const { components, created, parameters, value } = signature;
  const digest = request.headers["content-digest"];
  const required = body.length > 0 || digest !== undefined ? [...COMPONENTS, "content-digest"] : COMPONENTS;
  if (!required.every((name) => components.includes(name))) return "incomplete";
  const base = buildSignatureBase(request, components, parameters);
  if (base === undefined) return "incomplete";
  if (digest !== undefined && !isContentDigest(digest, body)) return "wrong_digest";
  if (!(await verify(base, value, public_key))) return "wrong_key";
  // Last, so that only the device itself learns whether its clock is wrong.
  return Math.abs(now_ms / 1000 - created) > SIGNATURE_AGE_S ? "wrong_time" : null;
}

// Tokens of the broker

/** The password of the device `device:<id>` at the broker. `now_ms` is the time of the service as the device knows it. */
export async function buildToken(
  { device_id, jti, now_ms }: { device_id: number; jti: string; now_ms: number },
  keys: { private_key: Uint8Array; public_key: Uint8Array },
): Promise<string> {
  const key = await importJWK(
    {
      kty: "OKP",
      crv: "Ed25519",
      x: base64url.encode(keys.public_key),
      d: base64url.encode(keys.private_key),
    },
    "EdDSA",
  );
  const issued_at = Math.floor(now_ms / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: "EdDSA" })
    .setIssuer(buildKeyId(device_id))
    .setAudience(TOKEN_AUDIENCE)
    .setIssuedAt(issued_at)
    .setExpirationTime(issued_at + TOKEN_LIFE_S)
    .setJti(jti)
    .sign(key);
}

/** The device that a token claims to be of, to find its key; undefined where it claims none. */
export function readTokenDevice(token: string): number | undefined {
  try {
    return readKeyId(decodeJwt(token).iss ?? "");
  } catch {
    return undefined;
  }
}

/**
 * The `jti` of a token that is the device's and valid; undefined otherwise. The caller has yet to refuse one that was used
 * before.
 */
export async function verifyToken(
  token: string,
  { device_id, public_key, now_ms }: { device_id: number; public_key: Uint8Array; now_ms: number },
): Promise<string | undefined> {
  try {
    const key = await importJWK({ kty: "OKP", crv: "Ed25519", x: base64url.encode(public_key) }, "EdDSA");
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["EdDSA"],
      audience: TOKEN_AUDIENCE,
      issuer: buildKeyId(device_id),
      requiredClaims: ["exp", "jti"],
      maxTokenAge: TOKEN_LIFE_S,
      currentDate: new Date(now_ms),
      // Clocks differ; a token is short-lived anyway.
      clockTolerance: 60,
    });
    return payload.exp! - payload.iat! > TOKEN_LIFE_S ? undefined : payload.jti;
  } catch {
    return undefined;
  }
}

// Ed25519 of the platform: Node and browsers have the same.

async function verify(text: string, value: Uint8Array, public_key: Uint8Array): Promise<boolean> {
  if (public_key.length !== KEY_BYTES) return false;
  const key = await crypto.subtle.importKey("raw", bytes(public_key), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, bytes(value), new TextEncoder().encode(text));
}

/** PKCS #8 of a raw private key. Source: RFC 8410, section 7. */
const PKCS8_PREFIX = Uint8Array.from([48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32]);

async function sign(text: string, private_key: Uint8Array): Promise<Uint8Array> {
  const pkcs8 = Uint8Array.from([...PKCS8_PREFIX, ...private_key]);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(text)));
}

/** A copy that is not shared memory, as the functions of the platform want it. */
const bytes = (value: Uint8Array) => Uint8Array.from(value);

const toBase64 = (value: Uint8Array) => value.toBase64();
const fromBase64 = (text: string) => Uint8Array.fromBase64(text);
