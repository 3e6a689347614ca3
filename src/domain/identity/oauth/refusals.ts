/** Refusals with the error codes of RFC 6749, section 5.2: clients read `error`. */
import type { RefusalOptions } from "#operation/define/refusal.ts";
import { defineMessages, type Message } from "#operation/response/messages.ts";
import type english from "./errors/en.json";

/** For the developers of clients, in English alone: the RFC limits `error_description` to ASCII. */
export const errors = defineMessages<typeof english>(import.meta.resolve("./errors/"));

export function buildOauthError(error: string, message: Message): RefusalOptions {
  return { message, body: { error, error_description: message.en } };
}
