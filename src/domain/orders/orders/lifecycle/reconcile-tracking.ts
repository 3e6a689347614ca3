/** Changes of the order row and of its published tracking events after a refold. */
import { randomUUID } from "node:crypto";
import { composeTrackingEvent, type TrackingFields } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { StoredEvent } from "#otep/event.ts";
import type { OrderRow } from "../records/order.ts";
import { isFailedAttempt } from "./attempts.ts";
import type { OrderChange } from "./change.ts";
import type { Folded, Step } from "./rules.ts";
import { isPhysical, isTerminal, type OrderCommand } from "./status.ts";
import { findPublishedEventIds, type StepEvent } from "./status-history.ts";

/** Columns that a refold changes; `before` is the fold that the stored row reflects. */
export function computeFoldedColumns(order: OrderRow, before: Folded, after: Folded): OrderChange["set"] {
  const warehouse =
    after.warehouse_id === order.current_warehouse_id ? {} : { current_warehouse_id: after.warehouse_id };
  if (after.status === order.status && after.since === before.since) return warehouse;
  const since: OrderChange["set"] = {
    ...warehouse,
    status_since: after.since,
    delivered_at: after.status === "DELIVERED" ? after.since : null,
  };
  if (after.status === order.status) return since;
  return {
    status: after.status,
    ...since,
    ...(after.status === "HOLD" ? {} : { hold: null, status_before_hold: null }),
  };
}

/**
 * Attempt count and return reason by the fold: an attempt counts when it changed the status, and the reason is that of
 * the last attempt. `recorded` is the reason of the fact `seq`, which has no event yet. The note of an earlier reason is
 * not in the events, so it becomes empty.
 */
export function computeAttemptColumns(
  order: OrderRow,
  events: readonly StepEvent[],
  steps: readonly Step[],
  folds: { before: Folded; after: Folded },
  recorded?: { seq: number; return_reason: OrderRow["return_reason"] | undefined },
): OrderChange["set"] {
  const commands = new Map(steps.map((step) => [step.seq, step.trigger]));
  const listFailed = (fold: Folded) =>
    fold.moved.filter((seq) => isFailedAttempt(commands.get(seq) as OrderCommand));
  const [before, after] = [listFailed(folds.before), listFailed(folds.after)];
  const difference = after.length - before.length;
  const attempts = difference === 0 ? {} : { attempts: Math.max(0, order.attempts + difference) };
  const last = after.at(-1);
  if (last === before.at(-1)) return attempts;
  if (last === undefined) return { ...attempts, return_reason: null };
  if (last === recorded?.seq)
    return {
      ...attempts,
      ...(recorded.return_reason === undefined ? {} : { return_reason: recorded.return_reason }),
    };
  const { reason, reason_version } = events.find((event) => event.seq === last)?.payload ?? {};
  if (reason === undefined || reason_version === undefined) return attempts;
  return { ...attempts, return_reason: { code: reason, version: reason_version, note: "" } };
}

/**
 * Tracking events that make the timeline match the new fold: events that apply now and were notes, and corrections of
 * those that no longer apply or no longer change the status. Events after a terminal status stay published, because
 * they change nothing there. `withdrawn` steps are corrected whether they applied or not. A correction has the time of
 * the event that it corrects. The returned payload belongs on the event that caused the refold.
 */
export function reconcileTracking(
  context: Context<never>,
  order: OrderRow,
  events: readonly StepEvent[],
  steps: readonly Step[],
  after: Folded,
  withdrawn: readonly number[] = [],
): { events: StoredEvent[]; payload: Pick<StepEvent["payload"], "republished" | "retracted"> } {
  const published = findPublishedEventIds(events);
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  const tracking_events: StoredEvent[] = [];
  const republished: Record<string, string> = {};
  const retracted: number[] = [];
  for (const step of steps) {
    const { occurred_at, payload } = bySeq.get(step.seq) as StepEvent;
    const published_id = published.get(step.seq) ?? null;
    const code = payload.suppressed_code ?? payload.tracking_code;
    // A step that leaves the status unchanged now was published as the change it once was, or not at all.
    const is_applied = after.applied.has(step.seq) && !after.stayed.has(step.seq);
    const is_after_end = isTerminal(after.status) && step.at >= after.since;
    // A fact after a terminal status changes nothing, whatever its code, so it is published with its own code.
    const is_shown = is_applied || (is_after_end && isPhysical(step.trigger) && !step.voided);
    if (is_shown && published_id === null && code !== undefined) {
      const event = composeTrackingEvent(context, order, {
        // A new id, because an event that was corrected before stays voided.
        event_id: randomUUID(),
        code: code as TrackingFields["code"],
        occurred_at: new Date(occurred_at).toISOString(),
      });
      tracking_events.push(event);
      republished[step.seq] = event.event_id;
      continue;
    }
    const is_misleading = !is_applied && !is_after_end;
    if (published_id !== null && (withdrawn.includes(step.seq) || is_misleading)) {
      tracking_events.push(
        composeTrackingEvent(context, order, {
          code: "otep:core:note",
          corrects: published_id,
          occurred_at: new Date(occurred_at).toISOString(),
          description: "An earlier event does not count.",
        }),
      );
      retracted.push(step.seq);
    }
  }
  return {
    events: tracking_events,
    payload: {
      ...(Object.keys(republished).length > 0 ? { republished } : {}),
      ...(retracted.length > 0 ? { retracted } : {}),
    },
  };
}
