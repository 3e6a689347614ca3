/** What a job means for its order and its rider. Callers hold the locks. */
import { changeOrders, getNextStatus, type OrderRow } from "#domain/orders/orders/public.ts";
import type { StatusCode } from "#otep/codes.gen.ts";
import {
  emitJob,
  explain,
  type JobKind,
  type LockedJob,
  saveJob,
  stopSearching,
  type Writing,
} from "./records/job.ts";
import { endOffers } from "./records/offer.ts";
import { payRider } from "./records/pay-entry.ts";
import { freeRider } from "./records/rider.ts";
import type { JobState } from "./rules.ts";

const END_KINDS = {
  COMPLETED: "job.completed",
  CANCELLED: "job.cancelled",
  RETURNED: "job.returned",
} as const satisfies Partial<Record<JobState, JobKind>>;

/** A job ends, and its rider is paid. */
export async function endJob(
  context: Writing,
  locked: LockedJob,
  end: {
    state: keyof typeof END_KINDS;
    reason: string | null;
    at?: string;
    proofs?: number;
    return_reason?: string;
  },
): Promise<void> {
  const { job } = locked;
  const at = end.at ?? context.now.toISOString();
  await endOffers(context, locked, { state: "WITHDRAWN", reason: end.reason ?? "ended" });
  stopSearching(context, job);
  job.state = end.state;
  job.reason = end.reason;
  job.ended_at = at;
  explain(context, job, { what: "ended", ...(end.reason === null ? {} : { reason: end.reason }) });
  await saveJob(context, job);
  await payRider(context, job);
  await freeRider(context, job.driver_id);
  emitJob(
    context,
    END_KINDS[end.state],
    job,
    {
      ...(end.proofs === undefined ? {} : { proofs: end.proofs }),
      ...(end.return_reason === undefined ? {} : { return_reason: end.return_reason }),
    },
    at,
  );
}

/** What a step of the job means for the status of the order, as a decision. */
export async function moveOrder(
  context: Writing,
  order: OrderRow,
  trigger: "dispatch" | "unplan" | "start_return",
  { code, driver_id, reason }: { code: StatusCode; driver_id: number | null; reason?: string },
): Promise<OrderRow> {
  const status = getNextStatus(order.status, trigger);
  if (status === null) return order;
  const [after] = await changeOrders(context, [
    {
      order,
      set: { status },
      kind: trigger === "start_return" ? "order.return_started" : "order.status_changed",
      trigger,
      ...(reason === undefined ? {} : { payload: { reason } }),
      tracking: {
        code,
        ...(driver_id === null ? {} : { actor: { type: "driver" as const, id: String(driver_id) } }),
      },
    },
  ]);
  return after ?? order;
}
