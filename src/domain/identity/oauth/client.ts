/** A client's id is its registration with a signature: nothing is stored. */
import { createHash } from "node:crypto";
import { signText, verifySignature } from "#platform/auth/secrets.ts";

export interface OauthClient {
  name: string;
  redirect_uris: string[];
  /** It registered for refresh tokens; others get a token that lasts longer. */
  refreshes: boolean;
}

const PURPOSE = "oauth-client";

export function buildClientId(secret_key: Buffer, { name, redirect_uris, refreshes }: OauthClient): string {
  const text = Buffer.from(JSON.stringify([name, redirect_uris, ...(refreshes ? [1] : [])])).toString(
    "base64url",
  );
  return `${text}.${signText(secret_key, PURPOSE, text)}`;
}

/** Undefined for an id that this installation did not issue. */
export function parseClientId(secret_key: Buffer, client_id: string): OauthClient | undefined {
  const [text = "", signature = "", ...more] = client_id.split(".");
  if (more.length > 0 || !verifySignature(secret_key, PURPOSE, text, signature)) return undefined;
  const [name, redirect_uris, refreshes] = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as [
    string,
    string[],
    1?,
  ];
  return { name, redirect_uris, refreshes: refreshes === 1 };
}

export function hashClientId(client_id: string): Buffer {
  return createHash("sha256").update(client_id).digest();
}
