/**
 * Hand the goods over, with the recipient's PIN and the proofs that the order requires. Wrong PINs are counted as at a stop: after
 * five a dispatcher must allow more.
 */
import Type from "typebox";
import {
  buildTrackedProofs,
  Cod,
  checkProofs,
  computeRequiredProofs,
  driver_messages,
  ProofList,
  ReceivedBy,
  refuseMissing,
  storeProofs,
} from "#domain/execution/driver-app/public.ts";
import { loadProofPolicies, type OrderRow, recordFact } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { endJob } from "../job-effects.ts";
import { RIDER_WRITE, type RiderContext } from "../refusals.ts";
import { buildTracking, getOccurredAt, runStep, StepAnswer, stepMembers } from "../step.ts";

export const completeJob = defineOperation({
  name: "instantRiderJobComplete",
  summary: "Hand the goods over",
  ...RIDER_WRITE,
  rest: { method: "POST", path: "/api/v1/instant-rider/jobs/{instant_job_id}/complete" },
  input: Type.Object({
    ...stepMembers,
    proofs: ProofList,
    handed_to: Type.Optional(ReceivedBy),
    cod_collected: Cod,
  }),
  output: StepAnswer,

  run: (context, input) =>
    runStep(context, "complete", input, async ({ locked, moment }) => {
      const { job, order } = locked;
      const checked = await checkProofs(
        context,
        { orders: [order], stop_id: null, route_id: null },
        input.proofs ?? [],
        moment,
      );
      await refuseIncomplete(context, order, checked.kinds.get(order.id));
      if (order.cod_minor > 0 && input.cod_collected === undefined)
        throw context.refuse("cod_missing", {
          message: driver_messages.cod_missing,
          errors: [{ field: "cod_collected", message: driver_messages.cod_missing }],
        });
      const proofs = await storeProofs(context, null, checked.sent_evidence);
      const proof = buildTrackedProofs(checked.sent_evidence.get(order.id) ?? []);
      const { order: after } = await recordFact(context, order, {
        trigger: "complete",
        ...getOccurredAt(moment),
        kind: "order.delivered",
        payload: { driver_id: job.driver_id, handed_to: input.handed_to ?? "recipient" },
        tracking: {
          code: "otep:instant:completed",
          ...(await buildTracking(context, order, "dropoff", input)),
          ...(proof.length === 0 ? {} : { proof }),
        },
        custody: { to: "recipient", ref: null },
      });
      locked.order = after;
      job.cod_collected_minor = input.cod_collected ?? null;
      job.return_since = null;
      await endJob(context, locked, { state: "COMPLETED", reason: null, at: moment.at, proofs });
    }),
});

async function refuseIncomplete(
  context: RiderContext,
  order: OrderRow,
  present: ReadonlySet<string> | undefined,
): Promise<void> {
  const policies = await loadProofPolicies(context, [order]);
  const policy = policies.get(order.id) ?? { business: [], customer: [] };
  refuseMissing(
    context,
    computeRequiredProofs(order, "dropoff", policy)
      .filter((kind) => present?.has(kind) !== true)
      .map((kind) => ({ order_id: order.id, kind })),
  );
}
