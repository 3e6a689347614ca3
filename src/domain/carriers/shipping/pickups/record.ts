/** Records what a carrier made of a pickup, under its lock: by the request or the job that learns it first, once. */
import type { Context } from "#operation/define/context.ts";
import { computeNextPoll } from "../reconcile.ts";
import { applyTrigger, type LabelPickupRow, PickupRecord } from "../records/label-pickup.ts";
import type { PickupCancellationOutcome, SchedulingOutcome } from "./request-pickup.ts";
import { RECONCILE_PICKUP } from "./start.ts";

/** A carrier that holds nothing this long after it was asked will not receive what was sent any more. */
const ABSENT_AFTER_MS = 5 * 60_000;
/** What was given up is looked for once more after these. */
const LATE_CHECKS_MS = [3_600_000, 24 * 3_600_000];
/** This long after its window the carrier is not asked any more. */
const GIVEN_UP_AFTER_MS = 24 * 3_600_000;

const NO_FAILURE = { failure: null, failure_code: null, failure_text: null };

const isGivenUp = ({ window_end }: LabelPickupRow, now: Date) =>
  now.getTime() >= Date.parse(window_end) + GIVEN_UP_AFTER_MS;

export async function recordScheduling(
  context: Context<never>,
  id: number,
  outcome: SchedulingOutcome,
): Promise<LabelPickupRow> {
  const { now, due } = context;
  const pickup = await PickupRecord.lock(context, id);
  if (pickup === undefined) throw new Error(`The pickup ${id} was gone.`);
  if (pickup.state !== "pending") {
    // Given up by somebody else: nobody may come for it.
    const is_given_up = pickup.state === "failed" || pickup.state === "cancelled";
    if (is_given_up && outcome.kind === "held" && outcome.pickup.state === "scheduled")
      due.set(RECONCILE_PICKUP, id, now, { check: 0 });
    return pickup;
  }
  if (outcome.kind === "held") return recordHeld(context, pickup, outcome.pickup);
  if (outcome.kind === "refused")
    return recordFailed(context, pickup, {
      failure: outcome.failure,
      failure_code: outcome.code,
      failure_text: outcome.text,
    });
  const waited_ms = now.getTime() - Date.parse(pickup.asked_at);
  if (outcome.kind === "absent" && waited_ms >= ABSENT_AFTER_MS)
    return recordFailed(context, pickup, {
      failure: "absent",
      failure_code: null,
      failure_text: "The carrier did not answer, and holds no such pickup.",
    });
  if (outcome.kind === "unknown" && isGivenUp(pickup, now))
    return recordFailed(context, pickup, {
      failure: outcome.failure,
      failure_code: null,
      failure_text: outcome.text,
    });
  const attempts = pickup.attempts + 1;
  due.set(RECONCILE_PICKUP, id, computeNextPoll(now, attempts));
  const failure_members =
    outcome.kind === "unknown" ? { failure: outcome.failure, failure_text: outcome.text } : {};
  return PickupRecord.change(context, pickup, { ...failure_members, attempts, is_unconfirmed: true });
}

async function recordHeld(
  context: Context<never>,
  pickup: LabelPickupRow,
  held: Extract<SchedulingOutcome, { kind: "held" }>["pickup"],
): Promise<LabelPickupRow> {
  const { due, now } = context;
  const { carrier_reference, confirmation, charge_minor, currency } = held;
  const columns = {
    ...NO_FAILURE,
    carrier_reference,
    confirmation,
    charge_minor: currency === null ? null : charge_minor,
    currency,
    attempts: 0,
    is_unconfirmed: false,
  };
  due.clear(RECONCILE_PICKUP, pickup.id);
  if (held.state === "cancelled") return applyTrigger(context, pickup, "cancelled_by_carrier", columns);
  const scheduled = await applyTrigger(context, pickup, "confirm", columns);
  if (pickup.cancel_requested_at === null) return scheduled;
  due.set(RECONCILE_PICKUP, pickup.id, now);
  return applyTrigger(context, scheduled, "cancel", {});
}

/** An earlier attempt may have reached the carrier, whatever the last one says. */
async function recordFailed(
  context: Context<never>,
  pickup: LabelPickupRow,
  failure: Pick<LabelPickupRow, "failure" | "failure_code" | "failure_text">,
): Promise<LabelPickupRow> {
  setLatePickupCheck(context, pickup.id, 0);
  const columns = { ...failure, is_unconfirmed: false };
  return pickup.cancel_requested_at === null
    ? applyTrigger(context, pickup, "refuse", columns)
    : applyTrigger(context, pickup, "cancelled_by_carrier", columns);
}

/** Looks later whether the carrier scheduled what was given up. */
export function setLatePickupCheck({ due, now }: Context<never>, id: number, check: number): void {
  const after_ms = LATE_CHECKS_MS[check];
  if (after_ms === undefined) due.clear(RECONCILE_PICKUP, id);
  else due.set(RECONCILE_PICKUP, id, new Date(now.getTime() + after_ms), { check });
}

export async function recordPickupCancellation(
  context: Context<never>,
  id: number,
  outcome: PickupCancellationOutcome,
): Promise<LabelPickupRow> {
  const { now, due } = context;
  const pickup = await PickupRecord.lock(context, id);
  if (pickup === undefined) throw new Error(`The pickup ${id} was gone.`);
  if (pickup.state !== "cancel_pending") return pickup;
  if (outcome.kind === "cancelled") {
    due.clear(RECONCILE_PICKUP, id);
    return applyTrigger(context, pickup, "cancelled_by_carrier", {
      ...NO_FAILURE,
      attempts: 0,
      is_unconfirmed: false,
    });
  }
  const failure_members = {
    failure: outcome.failure,
    failure_code: outcome.kind === "refused" ? outcome.code : null,
    failure_text: outcome.text,
  };
  if (outcome.kind === "refused" || isGivenUp(pickup, now)) {
    due.clear(RECONCILE_PICKUP, id);
    return applyTrigger(context, pickup, "refuse", {
      ...failure_members,
      attempts: 0,
      is_unconfirmed: false,
      cancel_requested_at: null,
    });
  }
  const attempts = pickup.attempts + 1;
  due.set(RECONCILE_PICKUP, id, computeNextPoll(now, attempts));
  return PickupRecord.change(context, pickup, { ...failure_members, attempts, is_unconfirmed: true });
}
