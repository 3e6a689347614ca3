/** Determines the business of a run. */
import { Refusal } from "../define/refusal.ts";
import type { Invocation } from "../run/invocation.ts";

/** The business whose rows the run can see. For a public operation it comes from the input, never from the token. */
export async function resolveBusiness(invocation: Invocation): Promise<number> {
  const { runtime, operation, actor, input } = invocation;
  if (operation.tenant === undefined) return actor.business_id;
  const business_id = await operation.tenant(runtime.system_queries, input);
  if (business_id === undefined)
    throw new Refusal("not_found", "not_found", { message: "It does not exist." });
  return business_id;
}
