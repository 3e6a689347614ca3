import type { RefusalDetail } from "#operation/define/refusal.ts";
import { plainMessage } from "#operation/response/messages.ts";

/** What the validator of the protocol found, in its own words. */
export function toDetail<Note extends { message: string }>({ message, ...note }: Note) {
  return { ...note, message: plainMessage({ en: message }) } satisfies RefusalDetail;
}
