/**
 * Web push: a message is post to the address of the subscription, encrypted for it, and signed with the key of the
 * installation.
 *
 * Source: RFC 8030 (the request and its statuses), RFC 8292 (the signature), RFC 8291 (encrypt.ts).
 */
import { createECDH, createPrivateKey, type KeyObject, sign, type webcrypto } from "node:crypto";
import { isIP } from "node:net";
import { deriveKey } from "#platform/auth/secrets.ts";
import { PrivateAddressError } from "#platform/external/addresses.ts";
import { postText } from "#platform/external/get-text.ts";
import { SendingFailed, type SendingFailure } from "../sending.ts";
import { AUTH_BYTES, encryptPayload, PAYLOAD_BYTES_MAX, PUBLIC_KEY_BYTES } from "./encrypt.ts";
import type { PushPort, PushSenders, PushSubscription } from "./port.ts";

const TIMEOUT_MS = 10_000;
const BYTES_MAX = 64 * 1024;
/** At most a day, by RFC 8292. */
const SIGNATURE_S = 12 * 3600;

interface WebPushOptions {
  /** A number of 32 bytes in the range of P-256. */
  private_key: Buffer;
  /** Where the operator of a push service finds the sender: an `https:` or `mailto:` URI. */
  subject: string;
  private_addresses: boolean;
  user_agent: string;
  now?: () => Date;
}

const FAILURE_OF_STATUS: Record<number, [SendingFailure, string]> = {
  400: ["message_refused", "The push service refuses the message"],
  401: ["not_authorised", "The push service does not accept the signature"],
  403: ["not_authorised", "The push service does not accept the signature"],
  404: ["recipient_unsubscribed", "The subscription has ended"],
  410: ["recipient_unsubscribed", "The subscription has ended"],
  413: ["message_refused", "The message is too large for the push service"],
  429: ["rate_limited", "The push service asks for a slower pace"],
};

function createWebPush({
  private_key,
  subject,
  private_addresses,
  user_agent,
  now = () => new Date(),
}: WebPushOptions): PushPort {
  const { key, public_key } = readSigningKey(private_key);

  const isAllowed = (endpoint: string) => {
    const url = URL.parse(endpoint);
    return url !== null && (url.protocol === "https:" || (private_addresses && url.protocol === "http:"));
  };

  return {
    public_key,

    accepts: (subscription) => isAllowed(subscription.endpoint) && readKeys(subscription) !== null,

    async send(subscription, { payload, ttl_s, urgency }) {
      const keys = readKeys(subscription);
      const bytes = Buffer.from(payload, "utf8");
      if (keys === null || !isAllowed(subscription.endpoint))
        throw new SendingFailed("recipient_refused", "The subscription has not the documented form.");
      if (bytes.length > PAYLOAD_BYTES_MAX)
        throw new SendingFailed("message_refused", `A message has at most ${PAYLOAD_BYTES_MAX} bytes.`);
      const url = new URL(subscription.endpoint);
      const signature = signClaims(key, {
        aud: url.origin,
        exp: Math.floor(now().getTime() / 1000) + SIGNATURE_S,
        sub: subject,
      });
      const answer = await postText(url, {
        body: encryptPayload(bytes, keys),
        headers: {
          authorization: `vapid t=${signature}, k=${public_key}`,
          "content-encoding": "aes128gcm",
          "content-type": "application/octet-stream",
          ttl: String(ttl_s),
          urgency,
          "user-agent": user_agent,
        },
        private_addresses,
        timeout_ms: TIMEOUT_MS,
        bytes_max: BYTES_MAX,
      }).catch((error) => {
        throw toFailure(error, url);
      });
      const { status, headers } = answer;
      if (status >= 200 && status < 300) return { vendor_id: headers.location?.slice(0, 500) ?? null };
      const [failure, reason] =
        FAILURE_OF_STATUS[status] ??
        (status >= 500
          ? (["vendor_failed", "The push service failed"] as const)
          : (["message_refused", "The push service refuses the message"] as const));
      throw new SendingFailed(failure, `${reason} (${status}).`, readRetryAfter(headers["retry-after"]));
    },
  };
}

/** Not every number is a private key of the curve; one in four billion is not. */
function findPrivateKey(secret_key: Buffer): Buffer {
  for (let round = 0; ; round += 1) {
    const candidate = deriveKey(secret_key, `web-push/${round}`);
    try {
      createECDH("prime256v1").setPrivateKey(candidate);
      return candidate;
    } catch {
      // The next one is derived.
    }
  }
}

/** `SECRET_KEY` gives the key for signing, so that nothing is stored and a changed one ends the subscriptions. */
export function createPushSenders(options: Omit<WebPushOptions, "private_key">): PushSenders {
  const ports = new Map<string, PushPort>();
  return {
    of(secret_key) {
      const name = secret_key.toString("base64");
      const sender =
        ports.get(name) ?? createWebPush({ ...options, private_key: findPrivateKey(secret_key) });
      ports.set(name, sender);
      return sender;
    },
  };
}

/** Null where they have not the documented form; a point that is not on the curve would be refused while encrypting. */
function readKeys({ p256dh, auth }: PushSubscription): { p256dh: Buffer; auth: Buffer } | null {
  const keys = { p256dh: Buffer.from(p256dh, "base64url"), auth: Buffer.from(auth, "base64url") };
  if (keys.p256dh.length !== PUBLIC_KEY_BYTES || keys.auth.length !== AUTH_BYTES) return null;
  try {
    const ecdh = createECDH("prime256v1");
    ecdh.generateKeys();
    ecdh.computeSecret(keys.p256dh);
    return keys;
  } catch {
    return null;
  }
}

function readSigningKey(private_key: Buffer): { key: KeyObject; public_key: string } {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(private_key);
  const point = ecdh.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const jwk: webcrypto.JsonWebKey = { kty: "EC", crv: "P-256", x, y, d: private_key.toString("base64url") };
  return {
    key: createPrivateKey({ key: jwk, format: "jwk" }),
    public_key: point.toString("base64url"),
  };
}

function signClaims(key: KeyObject, claims: Record<string, unknown>): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${encode({ typ: "JWT", alg: "ES256" })}.${encode(claims)}`;
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

function toFailure(error: Error & { code?: string }, url: URL): SendingFailed {
  if (error instanceof PrivateAddressError)
    return new SendingFailed("private_address", "The subscription leads to a private address.");
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return new SendingFailed("timeout", "The push service did not answer in time.");
  const host = isIP(url.hostname) === 0 ? url.hostname : "its address";
  return new SendingFailed("unreachable", `${host}: ${error.code ?? "connection failed"}`);
}

/** Seconds, or a date (RFC 9110). */
function readRetryAfter(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
