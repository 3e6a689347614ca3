/**
 * Random tokens, their hashes, passwords, and sealing with the installation's key.
 *
 * Tokens are opaque: 32 random bytes, shown once, stored as SHA-256. Passwords are argon2id. What must be
 * read again (idempotent answers that hold a token, provider secrets) is sealed with AES-256-GCM.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { hash as argonHash, verify as argonVerify } from "@node-rs/argon2";

export const TOKEN_PREFIX = "ph_";

export function newToken(): { token: string; token_hash: Buffer } {
  const token = TOKEN_PREFIX + randomBytes(32).toString("base64url");
  return { token, token_hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

export async function hashPassword(password: string): Promise<string> {
  return argonHash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

export async function passwordFits(password_hash: string, password: string): Promise<boolean> {
  return argonVerify(password_hash, password);
}

function keyFor(secret_key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret_key, "packhorse", purpose, 32));
}

/** Text that only this installation can read again. */
export function seal(secret_key: Buffer, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(secret_key, "seal"), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Throws when the text was not sealed with this key. */
export function unseal(secret_key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(secret_key, "seal"), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

/** Signature of a short text for one purpose: links, rate ids. */
export function sign(secret_key: Buffer, purpose: string, text: string): string {
  return createHmac("sha256", keyFor(secret_key, purpose)).update(text).digest("base64url");
}

export function signatureFits(secret_key: Buffer, purpose: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(secret_key, purpose, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
