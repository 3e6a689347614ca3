/**
 * The goods cannot be picked up or handed over, and why; the return reason says what must be sent with it. Before the pickup the
 * job ends and the order is a failed attempt; after it the goods go back to the sender.
 */
import Type from "typebox";
import {
  buildTrackedProofs,
  checkProofs,
  driver_messages,
  findMissingForReason,
  ProofList,
  refuseMissing,
  storeProofs,
} from "#domain/execution/driver-app/public.ts";
import { recordFact } from "#domain/orders/orders/public.ts";
import { findReason } from "#domain/orders/return-reasons/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import type { IncidentReason } from "#otep/codes.gen.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { endJob, moveOrder } from "../job-effects.ts";
import { emitJob, findOwnJob, saveJob } from "../records/job.ts";
import { RIDER_WRITE, type RiderContext } from "../refusals.ts";
import { BEFORE_PICKUP } from "../rules.ts";
import { buildTracking, getOccurredAt, runStep, StepAnswer, stepMembers } from "../step.ts";

export const reportProblem = defineOperation({
  name: "instantRiderJobProblem",
  summary: "Report that a job cannot be done",
  ...RIDER_WRITE,
  rest: { method: "POST", path: "/api/v1/instant-rider/jobs/{instant_job_id}/problem" },
  input: Type.Object({
    ...stepMembers,
    return_reason: Ref(
      "return_reason",
      Type.String({ minLength: 1, maxLength: 60, description: "Code of a return reason." }),
    ),
    proofs: ProofList,
    called_at: Type.Optional(Timestamp),
  }),
  output: StepAnswer,

  async run(context, input) {
    const { db, business_id } = context;
    // Before the lock: a wrong reason says so whatever the job's state is.
    const job = await findOwnJob(context, input.instant_job_id);
    const at_pickup =
      BEFORE_PICKUP.includes(job.state) || (job.picked_up_at === null && job.state === "CANCELLED");
    const reason = await findReason(db, business_id, input.return_reason);
    if (reason === undefined) throw refuseReason(context, "unknown_reason");
    const applies = at_pickup ? ["pickup_failed"] : ["failed", "rejected"];
    if (!reason.applies_to.some((word) => applies.includes(word)))
      throw refuseReason(context, "reason_not_applicable");

    const step = at_pickup ? "fail_pickup" : "fail_dropoff";
    return runStep(context, step, input, async ({ locked, moment }) => {
      const { order } = locked;
      const checked = await checkProofs(
        context,
        { orders: [order], stop_id: null, route_id: null },
        input.proofs ?? [],
        moment,
      );
      refuseMissing(
        context,
        findMissingForReason(reason.requires, {
          kinds: checked.kinds.get(order.id) ?? new Set(),
          note: input.note ?? "",
          called: input.called_at !== undefined,
        }).map((kind) => ({ order_id: order.id, kind })),
      );
      const proofs = await storeProofs(context, null, checked.sent_evidence);
      const proof = buildTrackedProofs(checked.sent_evidence.get(order.id) ?? []);
      const { order: failed } = await recordFact(context, order, {
        trigger: "fail",
        ...getOccurredAt(moment),
        kind: "order.attempt_failed",
        payload: {
          driver_id: locked.job.driver_id,
          reason: reason.code,
          reason_version: reason.version,
          next_action: at_pickup ? reason.next_action : "return",
        },
        tracking: {
          code: at_pickup ? "otep:core:pickup_failed" : "otep:core:delivery_attempted",
          incident_reason: reason.incident_reason as IncidentReason,
          ...(await buildTracking(context, order, at_pickup ? "pickup" : "dropoff", input)),
          ...(proof.length === 0 ? {} : { proof }),
        },
        set: {
          return_reason: { code: reason.code, version: reason.version, note: input.note ?? "" },
          attempts: order.attempts + 1,
        },
      });
      const end = { reason: reason.code, at: moment.at, proofs, return_reason: reason.code };
      if (at_pickup) {
        locked.order = failed;
        await endJob(context, locked, { state: "CANCELLED", ...end });
        return;
      }
      locked.order = await moveOrder(context, failed, "start_return", {
        code: "otep:core:returning",
        driver_id: locked.job.driver_id,
        reason: reason.code,
      });
      const { job: own_job } = locked;
      own_job.state = "RETURN_REQUIRED";
      own_job.reason = reason.code;
      own_job.return_since = moment.at;
      await saveJob(context, own_job);
      emitJob(context, "job.return_required", own_job, { return_reason: reason.code, proofs }, moment.at);
    });
  },
});

function refuseReason(context: RiderContext, code: "unknown_reason" | "reason_not_applicable") {
  return context.refuse(code, {
    message: driver_messages[code],
    errors: [{ field: "return_reason", message: driver_messages[code] }],
  });
}
