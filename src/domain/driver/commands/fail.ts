/** Nothing handed over: why, and what comes next. */
import Type from "typebox";
import { findReason } from "#domain/return-reasons/public.ts";
import type { IncidentReason } from "#otep/codes.gen.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { defineCommand } from "../command.ts";
import { messages } from "../messages.ts";
import { saveTasks, settleStop, startRoute } from "../progress.ts";
import { checkProofs, keepProofs, ordersOf, refuseMissing } from "../proofs.ts";
import { missingForReason } from "../rules.ts";
import { ProofList, stopMembers } from "../shapes.ts";
import { actorOf, answerOf, emitStop, locationOf, reach, record, trackedOf } from "./visit.ts";

export const failStop = defineCommand({
  type: "stop_fail",
  members: {
    ...stopMembers,
    return_reason: Type.String({ minLength: 1, maxLength: 60, description: "Code of a return reason." }),
    proofs: ProofList,
    called_at: Type.Optional(Timestamp),
  },
  async run(context, input, given) {
    const { db, business_id, refuse, say } = context;
    const visit = await reach(context, input, given);
    const { at_stop, moment } = visit;
    const { own, stop, jobs } = at_stop;
    const stop_id = stop?.id ?? null;
    const reason = await findReason(db, business_id, input.return_reason);
    if (reason === undefined) {
      throw refuse("unknown_reason", {
        message: messages.unknown_reason,
        errors: [{ field: "return_reason", message: say(messages.unknown_reason) }],
      });
    }
    const live = jobs.filter((job) => job.task?.status !== "FAILED");
    for (const { order, action } of live) {
      const applies = action === "pickup" ? ["pickup_failed"] : ["failed", "rejected"];
      if (!reason.applies_to.some((word) => applies.includes(word))) {
        throw refuse("reason_not_applicable", {
          message: messages.reason_not_applicable,
          errors: [
            { field: "return_reason", order_id: order.id, message: say(messages.reason_not_applicable) },
          ],
        });
      }
    }
    const checked = await checkProofs(context, stop_id, ordersOf(jobs), input.proofs ?? [], moment.at);
    refuseMissing(
      context,
      live.flatMap(({ order }) =>
        missingForReason(reason.requires, {
          kinds: checked.kinds.get(order.id) ?? new Set(),
          note: input.note ?? "",
          called: input.called_at !== undefined,
        }).map((kind) => ({ order_id: order.id, kind })),
      ),
    );

    const before = stop?.status;
    visit.proofs = await keepProofs(context, stop_id, checked.given);
    await startRoute(context, own, moment, { implied: true });
    for (const { order, action, task } of live) {
      // An attempt that failed before the goods were handed over after all is history, not news.
      if (
        task?.status === "DONE" &&
        task.done_at !== null &&
        Date.parse(moment.at) <= Date.parse(task.done_at)
      )
        continue;
      const rejected = action !== "pickup" && !reason.applies_to.includes("failed");
      const evidence = checked.given.get(order.id) ?? [];
      await record(context, visit, order.id, rejected ? "reject" : "fail", {
        kind: rejected ? "order.rejected" : "order.attempt_failed",
        payload: {
          stop_id: input.stop_id,
          route_id: own.route.id,
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
          actor: actorOf(context),
          ...locationOf(order, action, input),
          ...trackedOf(evidence),
        },
        set: {
          return_reason: { code: reason.code, version: reason.version, note: input.note ?? "" },
          attempts: order.attempts + 1,
        },
      });
    }
    const open = live.filter((job) => job.task?.status !== "DONE");
    await saveTasks(
      context,
      at_stop,
      open.flatMap((job) => job.task?.id ?? []),
      "FAILED",
      moment.at,
    );
    if (open.length > 0) await settleStop(context, at_stop, moment.at, input.note);
    emitStop(
      context,
      at_stop,
      input.stop_id,
      open.length === 0 ? "stop.told_again" : "stop.failed",
      moment,
      {
        reason: reason.code,
        reason_version: reason.version,
        next_action: reason.next_action,
        proofs: visit.proofs,
      },
      before,
    );
    return { ...(await answerOf(context, input.stop_id, visit)), next_action: reason.next_action };
  },
});
