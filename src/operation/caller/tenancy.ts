/** Determines the business of a run. */
import { Refusal } from "../define/refusal.ts";
import { refusals } from "../response/platform-messages.ts";
import type { Invocation } from "../run/invocation.ts";

/** In the business whose rows it can see. For a public operation that comes from the input, never from the token. */
export async function resolveBusiness(invocation: Invocation): Promise<Invocation> {
  const { runtime, operation, input, now } = invocation;
  if (operation.tenant === undefined) return invocation;
  const business_id = await operation.tenant(runtime.system_queries, input);
  if (business_id === undefined)
    throw new Refusal("not_found", "not_found", { message: refusals.no_such_thing });
  if (business_id === invocation.business_id) return invocation;
  return { ...invocation, business_id, business: await runtime.authentication.ofBusiness(business_id, now) };
}
