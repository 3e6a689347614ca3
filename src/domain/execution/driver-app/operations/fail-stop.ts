/** Report that a stop failed, and why; the return reason defines what must be sent with it. */

import Type from "typebox";
import { findReason } from "#domain/orders/return-reasons/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import type { IncidentReason } from "#otep/codes.gen.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { runOnce } from "../device-sequence.ts";
import { messages } from "../messages.ts";
import type { StopOrder } from "../own-routes.ts";
import { recordRouteStart, updateStopFromTasks, updateTasks } from "../progress.ts";
import { checkProofs, getProvenPlace, refuseMissing, storeProofs } from "../proofs.ts";
import { findMissingForReason } from "../rules.ts";
import { commandMembers, DRIVER_COMMAND, ProofList, StopAnswer, stopMembers } from "../shapes.ts";
import { buildTaskStates, evaluateFacts, recordEvaluation } from "../stop-facts.ts";
import {
  buildDriverActor,
  buildEventLocation,
  buildTrackedFields,
  buildVisitAnswer,
  emitStopEvent,
  recordArrival,
} from "../visit.ts";

export const failStop = defineOperation({
  name: "driverStopFail",
  summary: "Fail a stop",
  ...DRIVER_COMMAND,
  rest: { method: "POST", path: "/api/v1/driver/stops/{stop_id}/fail" },
  input: Type.Object({
    ...stopMembers,
    return_reason: Ref(
      "return_reason",
      Type.String({ minLength: 1, maxLength: 60, description: "Code of a return reason." }),
    ),
    proofs: ProofList,
    called_at: Type.Optional(Timestamp),
    ...commandMembers,
  }),
  output: StopAnswer,

  run: (context, input) =>
    runOnce(context, "stop_fail", input, async (reported_moment) => {
      const { db, business_id, refuse } = context;
      const visit = await recordArrival(context, input, reported_moment);
      const { at_stop, moment } = visit;
      const { own_route, stop, jobs } = at_stop;
      const stop_id = stop?.id ?? null;
      const reason = await findReason(db, business_id, input.return_reason);
      if (reason === undefined) {
        throw refuse("unknown_reason", {
          message: messages.unknown_reason,
          errors: [{ field: "return_reason", message: messages.unknown_reason }],
        });
      }
      const isRejected = ({ action }: StopOrder) =>
        action !== "pickup" && !reason.applies_to.includes("failed");
      const evaluations = await evaluateFacts(context, visit, input.stop_id, jobs, (job) =>
        isRejected(job) ? "reject" : "fail",
      );
      const counted_orders = evaluations
        .filter((evaluation) => evaluation.counts)
        .map((evaluation) => evaluation.job);
      for (const { order, action } of counted_orders) {
        const applies = action === "pickup" ? ["pickup_failed"] : ["failed", "rejected"];
        if (!reason.applies_to.some((word) => applies.includes(word))) {
          throw refuse("reason_not_applicable", {
            message: messages.reason_not_applicable,
            errors: [{ field: "return_reason", order_id: order.id, message: messages.reason_not_applicable }],
          });
        }
      }
      const checked = await checkProofs(context, getProvenPlace(at_stop), input.proofs ?? [], moment);
      refuseMissing(
        context,
        counted_orders.flatMap(({ order }) =>
          findMissingForReason(reason.requires, {
            kinds: checked.kinds.get(order.id) ?? new Set(),
            note: input.note ?? "",
            called: input.called_at !== undefined,
          }).map((kind) => ({ order_id: order.id, kind })),
        ),
      );

      const before = stop?.status;
      visit.proofs = await storeProofs(context, stop_id, checked.sent_evidence);
      await recordRouteStart(context, own_route, moment, { implied: true });
      for (const evaluation of evaluations) {
        const { order, action } = evaluation.job;
        const rejected = isRejected(evaluation.job);
        const evidence = checked.sent_evidence.get(order.id) ?? [];
        await recordEvaluation(context, visit, input.stop_id, evaluation, {
          kind: rejected ? "order.rejected" : "order.attempt_failed",
          payload: {
            stop_id: input.stop_id,
            route_id: own_route.route.id,
            reason: reason.code,
            reason_version: reason.version,
            next_action: reason.next_action,
          },
          tracking: {
            code: rejected
              ? "otep:core:rejected"
              : action === "pickup"
                ? "otep:core:pickup_failed"
                : "otep:core:delivery_attempted",
            incident_reason: reason.incident_reason as IncidentReason,
            actor: buildDriverActor(context),
            ...buildEventLocation(order, action, input),
            ...buildTrackedFields(evidence),
          },
          set: {
            return_reason: { code: reason.code, version: reason.version, note: input.note ?? "" },
            attempts: order.attempts + 1,
          },
        });
      }
      await updateTasks(context, at_stop, buildTaskStates(evaluations));
      await updateStopFromTasks(context, at_stop, moment.at, input.note);
      emitStopEvent(
        context,
        at_stop,
        input.stop_id,
        counted_orders.length === 0 ? "stop.reported_again" : "stop.failed",
        moment,
        {
          reason: reason.code,
          reason_version: reason.version,
          next_action: reason.next_action,
          proofs: visit.proofs,
        },
        before,
      );
      return { ...(await buildVisitAnswer(context, input.stop_id, visit)), next_action: reason.next_action };
    }),
});
