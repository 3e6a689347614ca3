/** The outside calls of a write: within its request, or by a worker when the process has died. */
import type { Call } from "./call.ts";
import { entryOf, stampOf } from "./entry.ts";
import { keptAnswer } from "./idempotency.ts";
import type { Mechanism } from "./mechanism.ts";
import { type Frame, finishOwed, performNow } from "./outside.ts";
import { contextOf } from "./run.ts";
import { show } from "./shown.ts";
import { roleOf } from "./tenancy.ts";
import type { Claim } from "./transaction.ts";

/** Performs and settles what the write owes; answers what came of it. */
export function performOwed(
  mechanism: Mechanism,
  call: Call,
  owed: { id: number; business_id: number; claim: Claim | null },
  answer: unknown,
): Promise<unknown> {
  return performNow(
    mechanism,
    call,
    frameOf(mechanism, call, owed.business_id),
    owed,
    answer,
    keepFor(mechanism, call),
  );
}

/** Finish outside calls that a dead process still owes. Answers how many were taken up. */
export function finishOutsideCalls(mechanism: Mechanism): Promise<number> {
  return finishOwed(
    mechanism,
    (call, business_id) => frameOf(mechanism, call, business_id),
    (call) => keepFor(mechanism, call),
  );
}

/** How outside calls of this call make contexts and sign what they write. */
function frameOf(mechanism: Mechanism, call: Call, business_id: number): Frame {
  return {
    role: roleOf(call),
    context: (db, inside) => contextOf(mechanism, call, mechanism.now(), business_id, db, inside),
    stamp: stampOf(call),
    entry: (emitted) => [entryOf(call, mechanism.now(), { outcome: "done", emitted, business_id })],
  };
}

function keepFor(mechanism: Mechanism, { operation, actor }: Call) {
  return (answer: unknown) => keptAnswer(mechanism, operation, show(operation, actor, answer).text);
}
