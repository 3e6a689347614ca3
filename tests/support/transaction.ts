/** A transaction of a business, as operations have it, without the checks of an operation. */
import { type Actor, ANONYMOUS } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import type { Operation } from "#operation/define/define.ts";
import { startInvocation } from "#operation/run/invocation.ts";
import { transact } from "#operation/run/run.ts";
import type { TestBusiness } from "./service.ts";

export function runInBusiness<T>(
  { id, service }: Pick<TestBusiness, "id" | "service">,
  work: (context: Context<never>) => Promise<T>,
): Promise<T> {
  const operation = { name: "test", refusals: {}, effect: "write" } as unknown as Operation;
  const request = { id: "test", surface: "app" as const, address: "", language: "", user_agent: "" };
  const actor: Actor = { ...ANONYMOUS, kind: "job", business_id: id };
  return transact(startInvocation(service.runtime, { operation, actor, input: {}, request }), work as never);
}
