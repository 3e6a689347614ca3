/** A call under way: what the caller sent, and what was decided about it before it runs. Never changed, only derived. */
import type { Queued } from "../define/context.ts";
import type { Runtime } from "../define/runtime.ts";
import type { Call } from "./call.ts";

export interface Invocation extends Readonly<Call> {
  readonly runtime: Runtime;
  /** The time of the call: everything it writes is dated with it. */
  readonly now: Date;
  /** `performance.now()` at its start. */
  readonly started: number;
  /** The business whose rows the run can see. */
  readonly business_id: number;
  /** The database role of its transactions: `system` sees every business. */
  readonly role: "service" | "system";
  /** The language of its texts; empty means English. */
  readonly language: string;
  /** Set where a phone's batch runs it. */
  readonly queued?: Queued;
}

/** A call of the caller's own business, until `resolveBusiness` says otherwise. */
export function startInvocation(runtime: Runtime, call: Call, now = runtime.now()): Invocation {
  const { operation, actor, request } = call;
  return {
    ...call,
    runtime,
    now,
    started: performance.now(),
    business_id: actor.business_id,
    // Sign-in and platform administration work across businesses; every other operation is limited to one.
    role: operation.cross_tenant || actor.role === "platform_admin" ? "system" : "service",
    language: operation.localised ? request.language : "",
  };
}

/** A call that another one makes, in the same business and at the same time. */
export function nestInvocation(
  { runtime, now, business_id, request, dry_run = false }: Invocation,
  call: Pick<Call, "operation" | "actor" | "input" | "agent">,
): Invocation {
  return { ...startInvocation(runtime, { ...call, request, dry_run }, now), business_id };
}
