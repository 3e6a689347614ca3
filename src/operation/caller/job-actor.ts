import type { Runtime } from "../define/runtime.ts";
import { type Actor, ANONYMOUS } from "./actor.ts";

/** Who does work of a business that no caller does: jobs, due tasks, consumers. 0 is no business. */
export async function buildJobActor(
  { authentication, now }: Pick<Runtime, "authentication" | "now">,
  business_id: number,
): Promise<Actor> {
  const business = await authentication.ofBusiness(business_id, now());
  return { ...ANONYMOUS, kind: "job", business_id, business };
}
