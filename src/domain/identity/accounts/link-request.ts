/** A request for links, as stored in the queue: encrypted, because addresses must not be readable there. */
import type { ServiceSettings } from "#operation/define/context.ts";
import { decryptText, encryptText } from "#platform/auth/secrets.ts";

export interface LinkRequest {
  email: string;
  /** Code of one business; null for every account with the address. */
  business: string | null;
}

type Key = Pick<ServiceSettings, "secret_key">;

export function sealLinkRequest({ secret_key }: Key, request: LinkRequest): string {
  return encryptText(secret_key, JSON.stringify(request));
}

export function unsealLinkRequest({ secret_key }: Key, sealed: string): LinkRequest {
  return JSON.parse(decryptText(secret_key, sealed)) as LinkRequest;
}
