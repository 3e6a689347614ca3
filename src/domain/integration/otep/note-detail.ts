import type { RefusalDetail } from "#operation/define/refusal.ts";
import { plainMessage } from "#operation/response/messages.ts";

/** Notes are in English, which the contract says of them. */
export function toDetail<Note extends { message: string }>({ message, ...note }: Note) {
  return { ...note, message: plainMessage({ en: message }, "protocol") } satisfies RefusalDetail;
}
