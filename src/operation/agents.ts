/** What is asked of agents beside their rights: to confirm what is high-risk, or to wait for a person. */
import { type Call, digestOf, type Preview, type Result } from "./call.ts";
import { claimOf, replayed } from "./idempotency.ts";
import type { Mechanism } from "./mechanism.ts";
import { type Queued, queueProposal } from "./proposals.ts";
import { Refusal } from "./refusal.ts";
import { previewOf, withoutPrices } from "./run.ts";
import { pick } from "./shown.ts";
import { storedAnswer } from "./transaction.ts";

export function waitsForApproval({ agent, operation, dry_run }: Call): boolean {
  return agent?.require_approval === true && operation.risk === "high" && !operation.never_queued && !dry_run;
}

/** A repeat under the same key is answered with the proposal that was made then, whatever has become of it. */
export async function propose(
  mechanism: Mechanism,
  call: Call,
  now: Date,
  business_id: number,
): Promise<Result> {
  const { operation, actor, request } = call;
  const claim = claimOf(mechanism, call, now, true);
  let stored =
    claim === null ? undefined : await storedAnswer(mechanism, { business_id, role: "service", claim });
  if (stored === undefined) {
    const previewed = await previewOf(mechanism, call, now, business_id);
    const done = await queueProposal(mechanism, { call, business_id, previewed, now, claim });
    if (done.kind === "queued")
      return { kind: "proposed", ...done.queued, preview: previewed.shown, replayed: false };
    stored = done.stored;
  }
  const { preview, ...queued } = replayed(mechanism, request, claim, stored) as Queued & { preview: Preview };
  const shown = { ...preview, answer: pick(operation, actor, preview.answer) };
  return { kind: "proposed", ...queued, preview: withoutPrices(actor, shown), replayed: true };
}

/** Refuses `confirm_required`: of a read with what it would tell, of a write with its preview. */
export async function refuseUnconfirmed(
  mechanism: Mechanism,
  call: Call,
  now: Date,
  business_id: number,
): Promise<void> {
  const { agent, operation, input, dry_run } = call;
  if (agent === undefined || agent.confirm || operation.risk !== "high" || dry_run) return;
  if (operation.effect === "read") {
    throw new Refusal("confirm_required", "invalid", {
      message: `${agent.tool} discloses what ${operation.summary.toLowerCase()} tells; send confirm=true, or use the approval queue.`,
      extra: { would_disclose: operation.summary },
    });
  }
  const { shown } = await previewOf(mechanism, call, now, business_id);
  throw new Refusal("confirm_required", "invalid", {
    message: `${agent.tool} is high-risk: send confirm=true, or use the approval queue.`,
    extra: { preview: shown, digest: digestOf(operation.name, input) },
  });
}
