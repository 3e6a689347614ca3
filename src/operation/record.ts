/** What is left on record of a call beside its transaction: audit entries, measures, and failures in the log. */
import { FileStoreUnavailable } from "#platform/files/files.ts";
import type { AuditEntry } from "./audit.ts";
import type { Call, Result } from "./call.ts";
import { entryOf } from "./entry.ts";
import { refusalOfFailure } from "./failure.ts";
import type { Mechanism } from "./mechanism.ts";
import { Refusal } from "./refusal.ts";
import { inLanguage } from "./translate.ts";

type Outcome = AuditEntry["outcome"];

/** A write's own entry is in its transaction, and so is that of a proposal; all else is noted here. */
export function noteAnswered(
  mechanism: Mechanism,
  call: Call,
  now: Date,
  result: Result,
  started: number,
): Outcome {
  const outcome = result.kind !== "dry_run" && result.replayed ? "replayed" : result.kind;
  if (outcome !== "proposed" && (call.operation.effect === "read" || outcome !== "done"))
    mechanism.audit.note(entryOf(call, now, { outcome, duration_ms: performance.now() - started }));
  return outcome;
}

/** Answers what the caller is told: the refusal, in its language where the contract says so, or the failure itself. */
export function noteFailed(
  mechanism: Mechanism,
  call: Call,
  now: Date,
  error: unknown,
  started: number,
): unknown {
  const { operation, request } = call;
  const refusal = error instanceof Refusal ? error : refusalOfFailure(error);
  const facts = { err: error, operation: operation.name, request_id: request.id };
  if (error instanceof FileStoreUnavailable) mechanism.log.error(facts, "the file store failed");
  mechanism.audit.note(
    entryOf(call, now, {
      outcome: refusal === undefined ? "failed" : "refused",
      refusal: refusal?.code ?? null,
      duration_ms: performance.now() - started,
    }),
  );
  if (refusal !== undefined) return operation.localised ? inLanguage(refusal, request.language) : refusal;
  mechanism.log.error(facts, "an operation failed");
  return error;
}

/** For refusals before a call was there to invoke: they are on record like any other. */
export function noteRefused(
  mechanism: Mechanism,
  call: Pick<Call, "operation" | "actor" | "request">,
  refusal: Refusal,
): void {
  const facts = { outcome: "refused" as const, refusal: refusal.code };
  mechanism.audit.note(entryOf({ ...call, input: {} }, mechanism.now(), facts));
  mechanism.measure(call.operation.name, call.request.surface, "refused", 0);
}
