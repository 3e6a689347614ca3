/** Refusals with the error codes of RFC 6749, section 5.2: clients read `error`. */
import type { LocalizedRefusalOptions } from "#operation/define/context.ts";

export function buildOauthError(error: string, error_description: string): LocalizedRefusalOptions {
  return { message: error_description, body: { error, error_description } };
}
