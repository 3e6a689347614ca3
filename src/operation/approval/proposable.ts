/** Which calls may wait for an approval. */
import type { Operation } from "../define/define.ts";
import type { JsonSchema } from "../define/schema.ts";
import { carriesSecret } from "../define/secrets.ts";

/**
 * True when this call may be queued for an approval: it must write or be high-risk, and carry no secret, because
 * the reviewer reads arguments and response. A secret member that the call omits does not count.
 */
export function isProposable(operation: Operation, input: unknown): boolean {
  if (operation.effect === "read" && operation.risk !== "high") return false;
  const { access, cross_tenant, never_queued, secret_answer } = operation;
  if (access.public || cross_tenant || never_queued || secret_answer === true) return false;
  return !carriesSecret(operation.input as JsonSchema, input);
}
