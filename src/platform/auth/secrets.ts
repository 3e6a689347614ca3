/**
 * Random tokens and their hashes, passwords, and encryption with the installation's key.
 *
 * Tokens are opaque: 32 random bytes, shown once, stored as SHA-256. Passwords are hashed with argon2id. Values
 * that must be read again (responses stored for replay that contain a token, provider secrets) are encrypted with
 * AES-256-GCM.
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

const TOKEN_PREFIX = "ph_";

export function generateToken(prefix = TOKEN_PREFIX): { token: string; token_hash: Buffer } {
  const token = prefix + randomBytes(32).toString("base64url");
  return { token, token_hash: hashToken(token) };
}

/**
 * The token that follows a secret which somebody holds: the same one each time, and unknown to holders of only the key or
 * only the secret. `purpose` separates the tokens that follow one secret.
 */
export function deriveToken(
  key: Buffer,
  purpose: string,
  secret: string,
): { token: string; token_hash: Buffer } {
  const token =
    TOKEN_PREFIX + createHmac("sha256", deriveKey(key, purpose)).update(secret).digest("base64url");
  return { token, token_hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

export async function hashPassword(password: string): Promise<string> {
  return argonHash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

export async function verifyPassword(password_hash: string, password: string): Promise<boolean> {
  return argonVerify(password_hash, password);
}

/** A key of 32 bytes for one purpose: each is unrelated to the others. */
export function deriveKey(secret_key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret_key, "packhorse", purpose, 32));
}

/** The same for the same key, and says nothing about it. */
export const fingerprintKey = (secret_key: Buffer): string =>
  signText(secret_key, "fingerprint", "packhorse");

/** Encrypts a text that only this installation can decrypt. */
export function encryptText(secret_key: Buffer, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(secret_key, "seal"), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Throws when the text was not encrypted with this key. */
export function decryptText(secret_key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", deriveKey(secret_key, "seal"), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

/** Signature of a short text for one purpose: links, rate ids. */
export function signText(secret_key: Buffer, purpose: string, text: string): string {
  return createHmac("sha256", deriveKey(secret_key, purpose)).update(text).digest("base64url");
}

/** SHA-256 with a key for one purpose, in hexadecimal: a hash that nobody can search for its text. */
export function hashWithKey(secret_key: Buffer, purpose: string, text: string): string {
  return createHmac("sha256", deriveKey(secret_key, purpose)).update(text).digest("hex");
}

export function verifySignature(
  secret_key: Buffer,
  purpose: string,
  text: string,
  signature: string,
): boolean {
  const expected = Buffer.from(signText(secret_key, purpose, text));
  const given_bytes = Buffer.from(signature);
  return expected.length === given_bytes.length && timingSafeEqual(expected, given_bytes);
}
