/**
 * A rate_id is opaque and cannot be guessed; its signature shows without a look-up that this installation issued it.
 */
import { randomBytes } from "node:crypto";
import { signText, verifySignature } from "#platform/auth/secrets.ts";

const PURPOSE = "rate";

export function createRateId(secret_key: Buffer, business_id: number): string {
  const word = randomBytes(16).toString("base64url");
  return `${word}.${signText(secret_key, PURPOSE, `${business_id}/${word}`)}`;
}

export function isValidRateId(secret_key: Buffer, business_id: number, rate_id: string): boolean {
  const [word = "", signature = ""] = rate_id.split(".");
  return verifySignature(secret_key, PURPOSE, `${business_id}/${word}`, signature);
}
