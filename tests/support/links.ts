/** Links made without the checks of a family: whatever they name. */
import { type Actor, ANONYMOUS } from "#operation/caller/actor.ts";
import { createLink, type LinkedRecord } from "#operation/caller/link-store.ts";
import type { Operation } from "#operation/define/define.ts";
import { startInvocation } from "#operation/run/invocation.ts";
import { transact } from "#operation/run/run.ts";
import type { TestBusiness } from "./service.ts";

/** Its token. It lasts a minute. */
export async function makeLink(
  { id, service }: Pick<TestBusiness, "id" | "service">,
  operations: readonly string[],
  subject: LinkedRecord,
  life_ms = 60_000,
): Promise<string> {
  const operation = { name: "test", refusals: {}, effect: "write" } as unknown as Operation;
  const request = { id: "test", surface: "app" as const, address: "", language: "", user_agent: "" };
  const actor: Actor = { ...ANONYMOUS, kind: "job", business_id: id };
  const { token } = await transact(
    startInvocation(service.runtime, { operation, actor, input: {}, request }),
    (context) =>
      createLink(context, {
        subject,
        operations,
        note: null,
        expires_at: new Date(context.now.getTime() + life_ms),
      }),
  );
  return token;
}
