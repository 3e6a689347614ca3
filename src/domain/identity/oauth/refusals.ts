/** Refusals with the error codes of RFC 6749, section 5.2: clients read `error`. */
import type { RefusalOptions } from "#operation/define/refusal.ts";
import { plainMessage } from "#operation/response/messages.ts";

export function buildOauthError(error: string, error_description: string): RefusalOptions {
  return { message: plainMessage({ en: error_description }), body: { error, error_description } };
}
