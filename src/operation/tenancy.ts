/** Whose rows a run sees, and through which role of the database. */
import type { Call } from "./call.ts";
import type { Mechanism } from "./mechanism.ts";
import { Refusal } from "./refusal.ts";

/** The business whose rows the run sees. A public operation tells it from its input, never from the token. */
export async function businessOf(mechanism: Mechanism, call: Call): Promise<number> {
  const { operation, actor, input } = call;
  if (operation.tenant === undefined) return actor.business_id;
  const business_id = await operation.tenant(mechanism.doors, input);
  if (business_id === undefined)
    throw new Refusal("not_found", "not_found", { message: "There is no such thing here." });
  return business_id;
}

/** Sign-in and platform administration look across businesses; everything else is bound to one. */
export function roleOf({ operation, actor }: Call): "service" | "system" {
  return operation.across || actor.role === "platform_admin" ? "system" : "service";
}
