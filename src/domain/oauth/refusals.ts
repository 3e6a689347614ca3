/** Refusals in the words of RFC 6749, section 5.2: clients read `error`. */
import type { SpokenOptions } from "#operation/context.ts";

export function inWordsOfOauth(error: string, error_description: string): SpokenOptions {
  return { message: error_description, body: { error, error_description } };
}
