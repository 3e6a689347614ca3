/**
 * Signatures of webhooks, by the Standard Webhooks specification 1.0: HMAC-SHA256 of `<id>.<timestamp>.<body>`, in Base64 behind
 * `v1,`. While a secret is rotated the header has one signature for each secret, separated by spaces.
 *
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;
/** Secrets of other services have from 24 bytes. */
const SECRET_BYTES_MIN = 16;
/** Largest difference between the timestamp and the present, seconds. */
export const TOLERANCE_S = 300;

export interface SignedMessage {
  id: string;
  /** Unix seconds, as sent. */
  timestamp: string;
  body: string;
}

export const createSigningSecret = () => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");

/** The key of a secret, with or without its prefix; undefined when it is none. */
export function readSecret(secret: string): Buffer | undefined {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  const key = Buffer.from(text, "base64");
  return key.length < SECRET_BYTES_MIN ? undefined : key;
}

const computeSignature = (key: Buffer, { id, timestamp, body }: SignedMessage) =>
  createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");

/** The header `webhook-signature`. */
export const signMessage = (keys: readonly Buffer[], message: SignedMessage): string =>
  keys.map((key) => `v1,${computeSignature(key, message)}`).join(" ");

export const VERDICTS = [
  "valid",
  "no_signature",
  "wrong_signature",
  "bad_timestamp",
  "too_old",
  "too_new",
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Whether one of the signatures was made with one of the keys, at about `now`. */
export function verifyMessage(
  keys: readonly Buffer[],
  message: SignedMessage,
  header: string,
  now: Date,
): Verdict {
  if (!/^\d{1,12}$/.test(message.timestamp)) return "bad_timestamp";
  const given_signatures = header
    .split(/\s+/)
    .flatMap((one) => (one.startsWith("v1,") ? [Buffer.from(one.slice("v1,".length))] : []));
  if (given_signatures.length === 0) return "no_signature";
  const expected = keys.map((key) => Buffer.from(computeSignature(key, message)));
  const fits = given_signatures.some((one) =>
    expected.some((text) => text.length === one.length && timingSafeEqual(text, one)),
  );
  if (!fits) return "wrong_signature";
  const age_s = Math.floor(now.getTime() / 1000) - Number(message.timestamp);
  if (age_s > TOLERANCE_S) return "too_old";
  return age_s < -TOLERANCE_S ? "too_new" : "valid";
}
