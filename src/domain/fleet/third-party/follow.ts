/**
 * Brings accepted tenders up to date with what their providers reported, whatever way the reports came and in whatever
 * order: the timeline is read, never the last report alone.
 */
import { isTerminal, type OrderRow } from "#domain/orders/orders/public.ts";
import { buildTimeline, loadEventsByNumber } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import { endOffer, explain, type Locked, recordSteps, saveOffer } from "./records/offer.ts";
import type { ProviderRow } from "./records/provider.ts";
import { emitTender, saveTender, type TenderRow } from "./records/tender.ts";
import {
  computeProgress,
  findFailureReason,
  getNextTenderState,
  type Progress,
  RECALLED,
  type TenderState,
} from "./rules.ts";

const FOLLOWED: readonly TenderState[] = ["ACCEPTED", "IN_PROGRESS", "COMPLETED", "FAILED"];

interface Reported {
  progress: Progress;
  /** When the first report came, if any did. */
  first_report_at: string | null;
  failure_reason: string | null;
}

/** What a provider reported of an order since it accepted. */
async function loadReported(
  context: Context<never>,
  { tracking_number }: Pick<OrderRow, "tracking_number">,
  { answered_at }: Pick<TenderRow, "answered_at">,
  { code }: Pick<ProviderRow, "code">,
): Promise<Reported> {
  const stored_events = (await loadEventsByNumber(context, [tracking_number])).get(tracking_number) ?? [];
  const since = answered_at ?? "";
  const { events } = buildTimeline(stored_events, tracking_number);
  const provider_events = events.filter(
    (event) =>
      event.source.provider === code &&
      event.time_type === "actual" &&
      event.voided_by === undefined &&
      event.recorded_at >= since,
  );
  const reported = provider_events.map(({ status_code, base, occurred_at, incident_reason }) => ({
    code: status_code,
    base,
    at: occurred_at,
    incident_reason,
  }));
  const progress = computeProgress(reported);
  return {
    progress,
    first_report_at: provider_events.map(({ recorded_at }) => recorded_at).sort()[0] ?? null,
    failure_reason: findFailureReason(reported, progress),
  };
}

/** Returns whether the state changed. */
export async function applyReports(
  context: Context<never>,
  { order, offer, tender, provider }: Omit<Locked, "tenders"> & { tender: TenderRow; provider: ProviderRow },
): Promise<boolean> {
  if (!FOLLOWED.includes(tender.state) || tender.reason === RECALLED) return false;
  const { progress, failure_reason, ...report_times } = await loadReported(context, order, tender, provider);
  // A correction does not make the provider silent in hindsight.
  const first_report_at = tender.first_report_at ?? report_times.first_report_at;
  const before = tender.state;
  const state = progress.state === before ? before : moveState(before, progress);
  if (
    state === before &&
    progress.picked_up_at === tender.picked_up_at &&
    first_report_at === tender.first_report_at
  )
    return false;
  await saveTender(context, tender, {
    state,
    reason: state === "FAILED" ? failure_reason : null,
    first_report_at,
    picked_up_at: progress.picked_up_at,
    ended_at: state === "COMPLETED" || state === "FAILED" ? progress.ended_at : null,
  });
  if (state === before) return false;
  emitTender(context, "tender.progressed", tender, provider);
  if (state === "COMPLETED" || state === "FAILED") {
    if (offer.state !== state) {
      const what = state === "COMPLETED" ? "completed" : "failed";
      explain(context, offer, { what, provider_id: provider.id });
      await recordSteps(context, { order, offer }, null);
      await endOffer(context, offer, state, null);
    }
  } else if (offer.state !== "HELD" && !isTerminal(order.status)) {
    // The provider corrected the event that had ended it: it has the goods still.
    offer.state = "HELD";
    offer.ended_at = null;
    await recordSteps(context, { order, offer }, "held");
    await saveOffer(context, offer);
  }
  return true;
}

function moveState(from: TenderState, { state }: Progress): TenderState {
  const command = {
    ACCEPTED: "reopen",
    IN_PROGRESS: "pick_up",
    COMPLETED: "complete",
    FAILED: "fail",
  } as const;
  const next = getNextTenderState(from, command[state]);
  if (next !== null) return next;
  return getNextTenderState(from, "reopen") ?? from;
}
