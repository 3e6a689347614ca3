/**
 * What the steps of a rider have in common. A step is sent once for its number in the phone's sequence, says when it happened, and
 * is answered again when the job is past it.
 */
import Type from "typebox";
import {
  buildMomentFields,
  clampToFloor,
  commandMembers,
  type Moment,
  momentMembers,
  position,
  runOnce,
} from "#domain/execution/driver-app/public.ts";
import type { OrderFact, OrderRow } from "#domain/orders/orders/public.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import { Ref } from "#vocabulary/ref.ts";
import { loadEnds } from "./ends.ts";
import { followJob } from "./follow.ts";
import { messages } from "./messages.ts";
import { type LockedJob, lockOwnJob } from "./records/job.ts";
import type { RiderContext } from "./refusals.ts";
import { followOrder, getNextState, isEnded, type JobState, type JobStep } from "./rules.ts";
import { RiderJob } from "./shapes.ts";
import { loadRiderJob } from "./views.ts";

export const stepMembers = {
  instant_job_id: Ref("instant_job"),
  note: Type.Optional(Type.String({ maxLength: 1000 })),
  ...position,
  ...commandMembers,
};
export const StepAnswer = Type.Object({ result: Type.Boolean(), job: RiderJob, ...momentMembers });

interface StepInput {
  instant_job_id: number;
  lat?: number | undefined;
  lng?: number | undefined;
  occurred_at?: string | undefined;
  device_id?: string | undefined;
  seq?: number | undefined;
}

export interface Step {
  locked: LockedJob;
  moment: Moment;
  /** The state that follows. */
  next: JobState;
}

/** A step of the caller's job, with what it writes. */
export function runStep<Input extends StepInput>(
  context: RiderContext,
  step: JobStep,
  input: Input,
  write: (step: Step) => Promise<void>,
): Promise<Type.Static<typeof StepAnswer> | Refusal> {
  return runOnce(context, `instant_${step}`, input, async (reported_moment) => {
    const locked = await lockOwnJob(context, input.instant_job_id);
    const moment = clampToFloor(
      reported_moment,
      locked.job.accepted_at ?? locked.job.created_at,
      context.now,
    );
    const next = await decideStep(context, locked, step, moment);
    if (next !== "done") await write({ locked, moment, next });
    return {
      result: true,
      job: await loadRiderJob(context, locked.job),
      ...buildMomentFields(moment),
    };
  });
}

async function decideStep(
  context: RiderContext,
  locked: LockedJob,
  step: JobStep,
  moment: Moment,
): Promise<JobState | "done"> {
  const { job, order } = locked;
  const late = decideLateStep(locked, step, moment);
  if (late !== null) return late;
  const change = followOrder(job.state, order);
  if (change?.state === "RETURN_REQUIRED" && step === "return_goods") await followJob(context, locked);
  else if (change !== null) throw refuseChanged(context, change.state, change.reason);
  const next = getNextState(job.state, step);
  if (next !== null) return next;
  if (isEnded(job.state) || job.state === "RETURN_REQUIRED")
    throw refuseChanged(context, job.state, job.reason);
  throw context.refuse("wrong_step", { message: messages.wrong_step, values: { state: job.state } });
}

function refuseChanged(context: RiderContext, state: JobState, reason: string | null): Refusal {
  if (state === "RETURN_REQUIRED")
    return context.refuse("goods_must_return", { message: messages.goods_must_return });
  return context.refuse("job_ended", {
    message: messages.job_ended,
    values: { reason: reason ?? state.toLowerCase() },
  });
}

/**
 * What happened before the order was cancelled, and is sent after it: goods that were picked up are with the rider, and goods that
 * were delivered are delivered. Null for what did not.
 */
function decideLateStep(
  { job, order }: LockedJob,
  step: JobStep,
  { at, device_at }: Moment,
): JobState | null {
  if (device_at === null) return null;
  const is_before = (moment: string | null) => moment !== null && Date.parse(at) < Date.parse(moment);
  if (step === "pick_up" && order.status === "CANCELLED" && job.picked_up_at === null)
    return is_before(job.ended_at ?? order.status_since) ? "RETURN_REQUIRED" : null;
  const goes_back = job.state === "RETURN_REQUIRED" && job.reason === "order_cancelled";
  const is_cancelled = followOrder(job.state, order)?.state === "RETURN_REQUIRED";
  if (step === "complete" && (goes_back || is_cancelled))
    return is_before(order.status_since) ? "COMPLETED" : null;
  return null;
}

/** When a fact happened; one that is reported as it happens comes after all recorded events. */
export const getOccurredAt = ({ at, device_at }: Moment): { occurred_at?: string } =>
  device_at === null ? {} : { occurred_at: at };

/** Who reports a fact, and where it happened. */
export async function buildTracking(
  context: RiderContext,
  order: OrderRow,
  end: "pickup" | "dropoff",
  { lat, lng }: Pick<StepInput, "lat" | "lng">,
): Promise<Omit<NonNullable<OrderFact["tracking"]>, "code">> {
  const place = (await loadEnds(context, [order])).get(order.id)?.[end] ?? null;
  const address = {
    ...(place?.city ? { city: place.city } : {}),
    ...(place?.region ? { region: place.region } : {}),
    ...(place?.country ? { country: place.country } : {}),
  };
  return {
    actor: { type: "driver", id: String(context.actor.driver_id) },
    location: {
      kind: "customer",
      ...(Object.keys(address).length === 0 ? {} : { address }),
      ...(lat === undefined || lng === undefined ? {} : { geo: { lat, lon: lng } }),
    },
  };
}
