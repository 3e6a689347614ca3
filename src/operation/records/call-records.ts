/** Records a call outside its transaction: audit entries, metrics, and failures in the log. */
import { FileStoreUnavailable } from "#platform/files/files.ts";
import { Refusal } from "../define/refusal.ts";
import type { Runtime } from "../define/runtime.ts";
import { toRefusal } from "../response/failure.ts";
import type { Call, Result } from "../run/call.ts";
import type { Invocation } from "../run/invocation.ts";
import type { AuditEntry } from "./audit.ts";
import { buildAuditEntry } from "./audit-entry.ts";

type Outcome = AuditEntry["outcome"];

/** Writes and proposals have their audit entry in their own transaction; every other outcome is recorded here. */
export function recordAnswer(invocation: Invocation, result: Result): Outcome {
  const { runtime, operation, started } = invocation;
  const outcome = result.kind !== "dry_run" && result.replayed ? "replayed" : result.kind;
  if (outcome !== "proposed" && (operation.effect === "read" || outcome !== "done"))
    runtime.audit.note(buildAuditEntry(invocation, { outcome, duration_ms: performance.now() - started }));
  return outcome;
}

/** Returns the error for the caller: the refusal, translated where the contract says so, or the failure itself. */
export function recordFailure(invocation: Invocation, error: unknown): unknown {
  const { runtime, operation, request, started, language } = invocation;
  const refusal = error instanceof Refusal ? error : toRefusal(error);
  const facts = { err: error, operation: operation.name, request_id: request.id };
  if (error instanceof FileStoreUnavailable) runtime.log.error(facts, "the file store failed");
  runtime.audit.note(
    buildAuditEntry(invocation, {
      outcome: refusal === undefined ? "failed" : "refused",
      refusal: refusal?.code ?? null,
      duration_ms: performance.now() - started,
    }),
  );
  if (refusal !== undefined) return operation.localised ? refusal.in(language) : refusal;
  runtime.log.error(facts, "an operation failed");
  return error;
}

/** Records refusals that happen before there is a call to invoke. */
export function recordRefusal(
  runtime: Runtime,
  call: Pick<Call, "operation" | "actor" | "request"> & Partial<Pick<Call, "agent">>,
  refusal: Pick<Refusal, "code">,
): void {
  const facts = { outcome: "refused" as const, refusal: refusal.code };
  runtime.audit.note(buildAuditEntry({ ...call, now: runtime.now() }, facts));
  runtime.measure(call.operation.name, call.request.surface, "refused", 0);
}
