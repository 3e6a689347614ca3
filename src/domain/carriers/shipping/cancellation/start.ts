/** Starts to cancel a label, or one package of it: what the carrier is asked for is stored before it is asked. */
import type { Context } from "#operation/define/context.ts";
import type { PackageState } from "#providers/carriers/port.ts";
import { messages } from "../messages.ts";
import { computeNextPoll, RECONCILE } from "../reconcile.ts";
import { changeBoughtLabel, isManifested, type LabelOrderRow, updateLabel } from "../records/label.ts";
import { loadPackages } from "../records/label-package.ts";
import { decideCancellation } from "../rules.ts";

export const cancelRefusals = {
  nothing_to_cancel: "conflict",
  manifest_pending: "conflict",
} as const;

/** Packages that can be cancelled, once more where the carrier refused before. */
const CANCELLABLE: ReadonlySet<PackageState> = new Set([
  "bought",
  "void_pending",
  "void_rejected",
  "refund_requested",
  "refund_rejected",
]);

/** `tracking_number` null: all packages. Returns the label; one whose packages are pending then is asked for at the carrier. */
export async function startCancellation(
  context: Context<keyof typeof cancelRefusals>,
  order: LabelOrderRow,
  tracking_number: string | null,
): Promise<LabelOrderRow> {
  const { now, due, refuse, emit } = context;
  const { state, manifest_id } = order;
  const is_manifested = await isManifested(context, manifest_id);
  const nothing = () =>
    refuse("nothing_to_cancel", {
      message: messages.nothing_to_cancel,
      values: { state },
      extra: { state },
    });
  const way = decideCancellation(state, { is_manifested });
  if (way === null) throw nothing();
  if (way === "when_bought")
    return updateLabel(context, order, {
      cancel_requested_at: order.cancel_requested_at ?? now.toISOString(),
    });
  if (way === "drop") {
    emit({
      subject: { type: "label", id: order.id },
      kind: "label.state_changed",
      payload: {
        customer_id: order.customer_id,
        carrier: order.carrier,
        service: order.service,
        tracking_number: null,
        state_before: state,
        state: "CANCELLED",
        packages: [],
        returned_minor: 0,
        currency: order.currency,
        failure: null,
      },
    });
    return updateLabel(context, order, { state: "CANCELLED", cancel_requested_at: now.toISOString() });
  }
  // Whether it is voided or refunded depends on the manifest, which the carrier is deciding about.
  if (manifest_id !== null && !is_manifested)
    throw refuse("manifest_pending", { message: messages.manifest_pending });
  const packages = (await loadPackages(context, order.id)).filter(
    (one) =>
      CANCELLABLE.has(one.state) && (tracking_number === null || one.tracking_number === tracking_number),
  );
  if (packages.length === 0) throw nothing();
  const pending = way === "void" ? "void_pending" : "refund_requested";
  due.set(RECONCILE, order.id, computeNextPoll(now, 1));
  return changeBoughtLabel(context, order, {
    packages: new Map(packages.map(({ seq }) => [seq, pending])),
    columns: { failure: null, failure_code: null, failure_text: null, sync_attempts: 0 },
  });
}
