/** A rate_id says nothing and cannot be guessed; its signature shows at once that this installation made it. */
import { randomBytes } from "node:crypto";
import { sign, signatureFits } from "#platform/auth/secrets.ts";

const PURPOSE = "rate";

export function newRateId(secret_key: Buffer, business_id: number): string {
  const word = randomBytes(16).toString("base64url");
  return `${word}.${sign(secret_key, PURPOSE, `${business_id}/${word}`)}`;
}

export function isOurRateId(secret_key: Buffer, business_id: number, rate_id: string): boolean {
  const [word = "", signature = ""] = rate_id.split(".");
  return signatureFits(secret_key, PURPOSE, `${business_id}/${word}`, signature);
}
