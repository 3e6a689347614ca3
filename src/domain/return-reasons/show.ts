/** A reason as it is sent, its label in the caller's language. */
import type { Context } from "#operation/context.ts";
import type { Reason } from "./reasons.ts";

export function show({ say }: Pick<Context, "say">, reason: Reason) {
  return { ...reason, label: say(reason.labels), built_in: reason.version === 0 };
}
