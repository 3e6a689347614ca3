/** A call under way: what the caller sent, and what was decided about it before it runs. Never changed, only derived. */
import type { ActorBusiness } from "../caller/actor.ts";
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
  /** That business; null in platform administration and what else belongs to none. */
  readonly business: ActorBusiness | null;
  /** The database role of its transactions: `system` sees every business. */
  readonly role: "service" | "system";
  /** The language of its texts; empty means English. */
  readonly language: string;
  /** Set where a phone's batch runs it. */
  readonly queued?: Queued;
  /** Called when the operation compares the version that `If-Match` names. */
  readonly onVersionCompared?: () => void;
  /** Another call makes it, such as the one that executes a proposal. */
  readonly is_nested?: true;
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
    business: actor.business,
    // Sign-in and platform administration work across businesses; every other operation is limited to one.
    role: operation.cross_tenant || actor.role === "platform_admin" ? "system" : "service",
    language: operation.localised ? request.language : "",
  };
}

/** A call that another one makes, in the same business and at the same time. */
export function nestInvocation(
  { runtime, now, business_id, business, request, dry_run = false }: Invocation,
  call: Pick<Call, "operation" | "actor" | "input" | "agent">,
): Invocation {
  const started = startInvocation(runtime, { ...call, request, dry_run }, now);
  return { ...started, business_id, business, is_nested: true };
}

/**
 * May its answer contain a secret, if the operation declares that for people who signed in? Nobody else reads that
 * answer: no program or agent, and nobody who is shown a preview or the result of a proposal.
 */
export function revealsSecrets({ actor, agent, dry_run, is_nested }: Invocation): boolean {
  return actor.is_signed_in === true && agent === undefined && dry_run !== true && is_nested !== true;
}
