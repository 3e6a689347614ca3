/** Records what the carrier holds of a bought label, under its lock. */
import type { Context } from "#operation/define/context.ts";
import type { PackageState } from "#providers/carriers/port.ts";
import { computeNextPoll, RECONCILE } from "../reconcile.ts";
import { changeBoughtLabel, type LabelOrderRow, lockLabel } from "../records/label.ts";
import { loadPackages } from "../records/label-package.ts";
import { isPending, mergePackageState } from "../rules.ts";
import type { CancellationOutcome } from "./request-cancellation.ts";

const REJECTED: Partial<Record<PackageState, PackageState>> = {
  void_pending: "void_rejected",
  refund_requested: "refund_rejected",
};

/** While something is pending a job asks again. */
export async function recordCarrierState(
  context: Context<never>,
  id: number,
  outcome: CancellationOutcome,
): Promise<LabelOrderRow> {
  const { now, due } = context;
  const order = await lockLabel(context, id);
  if (order === undefined) throw new Error(`The label ${id} was gone.`);
  const packages = await loadPackages(context, id);
  const changes = new Map<number, PackageState>();
  for (const [index, { seq, state, tracking_number }] of packages.entries()) {
    if (outcome.kind === "held") {
      const held = outcome.purchase.packages;
      const theirs =
        held.find((one) => one.tracking_number !== null && one.tracking_number === tracking_number) ??
        held[index];
      if (theirs !== undefined) changes.set(seq, mergePackageState(state, theirs.state));
    } else if (outcome.kind === "refused") changes.set(seq, REJECTED[state] ?? state);
  }
  const is_pending = packages.some(({ seq, state }) => isPending(changes.get(seq) ?? state));
  const sync_attempts = is_pending ? order.sync_attempts + 1 : 0;
  if (is_pending) due.set(RECONCILE, id, computeNextPoll(now, sync_attempts));
  else due.clear(RECONCILE, id);
  const refused = outcome.kind === "refused" ? outcome : null;
  return changeBoughtLabel(context, order, {
    packages: changes,
    failure: refused?.failure ?? null,
    columns: {
      sync_attempts,
      is_sync_pending: outcome.kind === "unknown",
      ...(refused === null
        ? {}
        : { failure: refused.failure, failure_code: refused.code, failure_text: refused.text }),
    },
  });
}
