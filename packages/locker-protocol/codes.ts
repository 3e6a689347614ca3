/**
 * Codes of compartments: HOTP with 8 digits (RFC 4226), which device and service compute from one secret, so that a device
 * verifies them without a network. Pure; runs in browsers as well.
 *
 * The hashes are those of @noble/hashes: the hash of browsers (`crypto.subtle`) is asynchronous, and there is none in a page
 * without https, which a kiosk in a local network may be.
 */
import { hkdf } from "@noble/hashes/hkdf";
import { hmac } from "@noble/hashes/hmac";
import { sha1 } from "@noble/hashes/legacy";
import { sha256 } from "@noble/hashes/sha2";
import type { Use } from "./messages.ts";

export const DIGITS = 8;
/** Counters after the expected one that are tried: codes that were issued and not typed. */
export const LOOK_AHEAD = 10;
/** Counters that are tried for two consecutive codes. */
export const RESYNCHRONISATION_WINDOW = 1000;
const SECRET_BYTES = 32;

/** Secret of one compartment and use, 32 bytes: HKDF-SHA256 (RFC 5869) without salt. */
export function deriveSecret(code_secret: Uint8Array, compartment: string, use: Use): Uint8Array {
  return hkdf(sha256, code_secret, undefined, `packhorse-locker/1/${compartment}/${use}`, SECRET_BYTES);
}

/** The code of a counter: `digits` decimal digits, with leading zeros. Source: RFC 4226, section 5.3. */
export function buildCode(secret: Uint8Array, counter: number, digits = DIGITS): string {
  const moving_factor = new Uint8Array(8);
  new DataView(moving_factor.buffer).setBigUint64(0, BigInt(counter));
  const digest = hmac(sha1, secret, moving_factor);
  const offset = digest[digest.length - 1]! & 15;
  const truncated = new DataView(digest.buffer, digest.byteOffset + offset).getUint32(0) & 0x7fffffff;
  return String(truncated % 10 ** digits).padStart(digits, "0");
}

/**
 * The counter of a code, from `next` to `next + look_ahead`; undefined where it is none of them. Whoever accepts it stores
 * `counter + 1` as the next one before the door opens: a counter is accepted once, and all lower ones end with it.
 */
export function findCounter(
  secret: Uint8Array,
  code: string,
  next: number,
  look_ahead = LOOK_AHEAD,
): number | undefined {
  for (let counter = next; counter <= next + look_ahead; counter++)
    if (isSame(code, buildCode(secret, counter))) return counter;
  return undefined;
}

/**
 * The counter of the second of two consecutive codes, in a wider window: for a device that missed more codes than it looks
 * ahead. Source: RFC 4226, section 7.4.
 */
export function findResynchronisedCounter(
  secret: Uint8Array,
  [first, second]: readonly [string, string],
  next: number,
  window = RESYNCHRONISATION_WINDOW,
): number | undefined {
  for (let counter = next; counter <= next + window; counter++)
    if (isSame(first, buildCode(secret, counter)) && isSame(second, buildCode(secret, counter + 1)))
      return counter + 1;
  return undefined;
}

/** Takes the same time wherever texts of one length differ. */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
