/** Extra checks of MCP calls beside authorization: high-risk calls need confirmation, or wait for an approval. */

import { Refusal } from "../define/refusal.ts";
import { refusals } from "../response/platform-messages.ts";
import { filterResponse } from "../response/response-filter.ts";
import { type Call, computeDigest, type Preview, type Result } from "../run/call.ts";
import { buildIdempotencyClaim, getStoredAnswer } from "../run/idempotency.ts";
import type { Invocation } from "../run/invocation.ts";
import { previewWrite, withoutPrices } from "../run/run.ts";
import { findStoredAnswer } from "../run/transaction.ts";
import { type QueuedProposal, queueProposal } from "./proposals.ts";

export function needsApproval({
  agent,
  operation,
  dry_run,
}: Pick<Call, "operation" | "dry_run"> & {
  agent?: Pick<NonNullable<Call["agent"]>, "require_approval"> | undefined;
}): boolean {
  return agent?.require_approval === true && operation.risk === "high" && !operation.never_queued && !dry_run;
}

/** A repeat under the same idempotency key returns the proposal created then, whatever its state is now. */
export async function createProposal(invocation: Invocation): Promise<Result> {
  const { operation, actor } = invocation;
  const claim = buildIdempotencyClaim(invocation, true);
  let stored_answer =
    claim === null ? undefined : await findStoredAnswer({ ...invocation, role: "service" }, claim);
  if (stored_answer === undefined) {
    const previewed = await previewWrite(invocation);
    const queue_result = await queueProposal(invocation, previewed, claim);
    if (queue_result.kind === "queued")
      return { kind: "proposed", ...queue_result.queued, preview: previewed.caller_preview, replayed: false };
    stored_answer = queue_result.stored;
  }
  const { preview, ...queued } = getStoredAnswer(invocation, claim, stored_answer) as QueuedProposal & {
    preview: Preview;
  };
  const visible_preview = { ...preview, answer: filterResponse(operation, actor, preview.answer) };
  return { kind: "proposed", ...queued, preview: withoutPrices(invocation, visible_preview), replayed: true };
}

/**
 * Refuses `confirm_required`. The refusal of a read names what it would disclose; that of a write carries its
 * preview.
 */
export async function refuseUnconfirmed(invocation: Invocation): Promise<void> {
  const { agent, operation, input, dry_run } = invocation;
  if (agent === undefined || agent.confirm || operation.risk !== "high" || dry_run) return;
  if (operation.effect === "read") {
    throw new Refusal("confirm_required", "invalid", {
      message: refusals.discloses.with({ tool: agent.tool, summary: operation.summary.toLowerCase() }),
      extra: { would_disclose: operation.summary },
    });
  }
  const { caller_preview } = await previewWrite(invocation);
  throw new Refusal("confirm_required", "invalid", {
    message: refusals.high_risk.with({ tool: agent.tool }),
    extra: { preview: caller_preview, digest: computeDigest(operation.name, input) },
  });
}
