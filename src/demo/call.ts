import { type Actor, ANONYMOUS } from "#operation/caller/actor.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { invoke } from "#operation/run/invoke.ts";

// biome-ignore lint/suspicious/noExplicitAny: members of the answers of several operations.
type Call = (operation: string, input: Record<string, unknown>) => Promise<any>;

/** Calls operations as an account, by its id, or as an actor; the answer is undefined where the call is not done. */
export async function callAs(runtime: Runtime, caller: number | Actor): Promise<Call> {
  const actor =
    typeof caller === "number" ? ((await runtime.authentication.ofAccount(caller)) ?? ANONYMOUS) : caller;
  return async (operation, input) => {
    const result = await invoke(runtime, {
      operation: runtime.registry.get(operation),
      actor,
      input,
      request: { id: `demo-${operation}`, surface: "job", address: "", language: "", user_agent: "demo" },
    });
    return result.kind === "done" ? result.answer : undefined;
  };
}
