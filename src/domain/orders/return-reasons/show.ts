/** A reason as returned, with its label in the caller's language. */
import type { Context } from "#operation/define/context.ts";
import { plainMessage } from "#operation/response/messages.ts";
import type { Reason } from "./reasons.ts";

export function buildReasonAnswer({ say }: Pick<Context, "say">, reason: Reason) {
  return { ...reason, label: say(plainMessage(reason.labels, "business")), built_in: reason.version === 0 };
}
