/** The parts of every operation that cancels a label, after it has started to. */
import type { Context } from "#operation/define/context.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import { messages } from "../messages.ts";
import { findLabel } from "../records/label.ts";
import { loadPackages } from "../records/label-package.ts";
import { isPending } from "../rules.ts";
import { recordCarrierState } from "./record.ts";
import { type CancellationOutcome, requestCancellation } from "./request-cancellation.ts";

/** For `perform`. Null where there is nothing to ask: never bought, not known yet, or ended meanwhile. */
export async function performCancellation(
  context: Context<never>,
  label_order_id: number,
): Promise<CancellationOutcome | null> {
  const [order, packages] = await Promise.all([
    findLabel(context, label_order_id),
    loadPackages(context, label_order_id),
  ]);
  if (order === undefined || !packages.some(({ state }) => isPending(state))) return null;
  return requestCancellation(context, order, packages);
}

/** For `settle`. The refusal of a carrier that does not cancel; null otherwise. */
export async function recordCancellation(
  context: Context<"carrier_refused">,
  label_order_id: number,
  outcome: CancellationOutcome | null,
): Promise<Refusal | null> {
  if (outcome === null) return null;
  await recordCarrierState(context, label_order_id, outcome);
  if (outcome.kind !== "refused") return null;
  return context.refuse("carrier_refused", {
    message: messages.carrier_refused,
    values: { reason: outcome.text },
    extra: { label_order_id, failure: outcome.failure, carrier_code: outcome.code },
  });
}
