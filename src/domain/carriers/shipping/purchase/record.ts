/** Records how a purchase ended, under the lock of the label: by the request or the job that learns it first, once. */
import { captureHold, releaseHold } from "#domain/money/wallets/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Purchase } from "#providers/carriers/port.ts";
import { splitAmount } from "#vocabulary/money.ts";
import { CHECK_LATE, computeNextPoll, RECONCILE } from "../reconcile.ts";
import {
  changeBoughtLabel,
  type LabelOrderRow,
  labelFacts,
  lockLabel,
  updateLabel,
} from "../records/label.ts";
import { LabelPackageRecord } from "../records/label-package.ts";
import { deriveState } from "../rules.ts";
import { numberLabel, trackChange } from "../timeline.ts";
import type { PurchaseOutcome } from "./request-purchase.ts";

/** A carrier that holds nothing this long after it was last asked will not receive what was sent any more. */
const ABSENT_AFTER_MS = 5 * 60_000;
/** What was given up is looked for once more after these. */
const LATE_CHECKS_MS = [3_600_000, 24 * 3_600_000];

/** The label as it is afterwards. */
export async function recordPurchase(
  context: Context<never>,
  order_keys: Pick<LabelOrderRow, "id" | "reference" | "carrier_account_id">,
  outcome: PurchaseOutcome,
): Promise<LabelOrderRow> {
  const { id, reference } = order_keys;
  const order = await lockLabel(context, id);
  if (order === undefined) throw new Error(`The label ${id} was gone.`);
  const is_current = order.reference === reference && order.state === "PURCHASING";
  if (outcome.kind === "bought") {
    if (is_current) return recordBought(context, order, outcome.purchase);
    // Recorded by somebody else, or given up: what the carrier has sold then must not stay sold.
    if (order.reference !== reference || order.purchased_at === null)
      setLateCheck(context, { ...order_keys, check: 0, at: context.now });
    return order;
  }
  if (!is_current) return order;
  if (outcome.kind === "refused") {
    // A worker repeats the call of a request that was cut off, and the carrier may yet carry out the first.
    if (context.request.surface === "job") setLateCheck(context, { ...order_keys, check: 0 });
    return recordFailed(context, order, outcome);
  }
  const waited_ms = context.now.getTime() - Date.parse(order.asked_at);
  if (outcome.kind === "absent" && waited_ms >= ABSENT_AFTER_MS) {
    const text = "The carrier did not answer, and holds no such shipment.";
    setLateCheck(context, { ...order_keys, check: 0 });
    return recordFailed(context, order, { failure: "absent", code: null, text });
  }
  return recordUncertain(context, order, outcome);
}

async function recordBought(
  context: Context<never>,
  order: LabelOrderRow,
  purchase: Purchase,
): Promise<LabelOrderRow> {
  const { now, emit, due } = context;
  const { id, price_minor, currency } = order;
  const { packages } = purchase;
  const parts = splitAmount(
    price_minor,
    packages.map(({ charge_minor }) => charge_minor ?? 0),
  );
  await LabelPackageRecord.insertMany(
    context,
    packages.map(({ tracking_number, carrier_reference }, index) => ({
      label_order_id: id,
      seq: index + 1,
      // A shipment of one package has its number.
      tracking_number: tracking_number ?? (packages.length === 1 ? purchase.tracking_number : null),
      carrier_reference,
      state: "bought" as const,
      price_minor: parts[index] ?? 0,
    })),
  );
  // The quoted price is honoured, whatever the carrier charged.
  if (order.hold_id !== null) await captureHold(context, order.hold_id);
  const bought = await updateLabel(context, order, {
    state: deriveState(
      { is_submitted: false, is_manifested: false, is_closed: false },
      packages.map(() => "bought"),
    ),
    hold_id: null,
    carrier: purchase.carrier,
    carrier_reference: purchase.carrier_reference,
    tracking_number: purchase.tracking_number,
    carrier_charge_minor: purchase.charge_minor,
    carrier_currency: purchase.currency,
    failure: null,
    failure_code: null,
    failure_text: null,
    is_sync_pending: false,
    sync_attempts: 0,
    purchased_at: now.toISOString(),
  });
  const numbers = packages.flatMap(({ tracking_number }) => tracking_number ?? []);
  await numberLabel(context, bought, [...new Set([purchase.tracking_number, ...numbers])].filter(Boolean));
  await trackChange(context, bought, null, "LABEL_READY");
  // Asked to be cancelled meanwhile, or cancelled at the carrier: a job brings both to the same state.
  const is_cancelled = order.cancel_requested_at !== null;
  if (is_cancelled || packages.some(({ state }) => state !== "bought")) due.set(RECONCILE, id, now);
  else due.clear(RECONCILE, id);
  emit({
    subject: { type: "label", id },
    kind: "label.purchased",
    payload: {
      ...labelFacts(bought),
      price_minor,
      currency,
      tracking_numbers: numbers,
    },
  });
  if (!is_cancelled) return bought;
  const cancelled = new Map(packages.map((_one, index) => [index + 1, "void_pending" as const]));
  return changeBoughtLabel(context, bought, { packages: cancelled });
}

async function recordFailed(
  context: Context<never>,
  order: LabelOrderRow,
  { failure, code, text }: { failure: string; code: string | null; text: string },
): Promise<LabelOrderRow> {
  const { emit, due } = context;
  if (order.hold_id !== null) await releaseHold(context, order.hold_id);
  due.clear(RECONCILE, order.id);
  const failed = await updateLabel(context, order, {
    state: order.cancel_requested_at === null ? "LABEL_PURCHASE_FAILED" : "CANCELLED",
    hold_id: null,
    failure,
    failure_code: code,
    failure_text: text,
    is_sync_pending: false,
  });
  emit({
    subject: { type: "label", id: order.id },
    kind: "label.purchase_failed",
    payload: { ...labelFacts(order), failure, failure_code: code },
  });
  return failed;
}

async function recordUncertain(
  context: Context<never>,
  order: LabelOrderRow,
  outcome: { kind: "absent" } | { kind: "uncertain"; failure: string; text: string },
): Promise<LabelOrderRow> {
  const { emit, due, now } = context;
  const failure_members =
    outcome.kind === "absent" ? {} : { failure: outcome.failure, failure_text: outcome.text };
  const sync_attempts = order.sync_attempts + 1;
  due.set(RECONCILE, order.id, computeNextPoll(now, sync_attempts));
  if (!order.is_sync_pending)
    emit({
      subject: { type: "label", id: order.id },
      kind: "label.purchase_uncertain",
      payload: { ...labelFacts(order), failure: outcome.kind === "absent" ? "absent" : outcome.failure },
    });
  return updateLabel(context, order, { ...failure_members, is_sync_pending: true, sync_attempts });
}

/** Looks later whether the carrier carried out a purchase that was given up. */
export function setLateCheck(
  { due, now }: Context<never>,
  {
    id,
    reference,
    carrier_account_id,
    check,
    at,
  }: Pick<LabelOrderRow, "id" | "reference" | "carrier_account_id"> & { check: number; at?: Date },
): void {
  const after_ms = LATE_CHECKS_MS[check];
  if (at === undefined && after_ms === undefined) {
    due.clear(CHECK_LATE, reference);
    return;
  }
  due.set(CHECK_LATE, reference, at ?? new Date(now.getTime() + (after_ms ?? 0)), {
    label_order_id: id,
    carrier_account_id,
    check,
  });
}
