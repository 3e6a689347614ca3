/**
 * Cancel a pickup of a carrier. While nobody knows whether it was scheduled it is cancelled as soon as that is known.
 *
 * Its labels are on no pickup when the carrier has confirmed it. Where the answer is lost a job asks again until the carrier
 * says that it is cancelled; a carrier that refuses comes nevertheless, and the pickup stays scheduled.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { recordPickupCancellation } from "../pickups/record.ts";
import { requestPickupCancellation } from "../pickups/request-pickup.ts";
import { canCancelPickup } from "../pickups/rules.ts";
import { answerPickup, pickupAnswerMembers } from "../pickups/shapes.ts";
import { RECONCILE_PICKUP } from "../pickups/start.ts";
import { computeNextPoll } from "../reconcile.ts";
import { applyTrigger, PickupRecord } from "../records/label-pickup.ts";

export const cancelPickup = defineOperation({
  name: "labelservicePickupCancel",
  summary: "Cancel a pickup of a carrier",
  description: "With pending true the carrier has not confirmed it yet, and is asked again.",
  risk: "high",
  access: { scopes: ["labels:write"] },
  rest: {
    method: "POST",
    path: "/api/v1/labelservice/pickups/{pickup_id}/cancel",
    pending: "pending",
  },
  input: Type.Object({ pickup_id: Ref("label_pickup") }),
  output: Type.Object(pickupAnswerMembers),
  refusals: { not_cancellable: "conflict", carrier_refused: "invalid" },

  async run(context, { pickup_id }) {
    const { refuse, expectVersion, due, now } = context;
    const pickup = await PickupRecord.getLocked(context, pickup_id);
    expectVersion(pickup.version);
    if (!canCancelPickup(pickup, now))
      throw refuse("not_cancellable", {
        message: messages.not_cancellable,
        values: { state: pickup.state },
        extra: { state: pickup.state },
      });
    if (pickup.state === "pending")
      await PickupRecord.change(context, pickup, { cancel_requested_at: now.toISOString() });
    else {
      due.set(RECONCILE_PICKUP, pickup_id, computeNextPoll(now, 1));
      await applyTrigger(context, pickup, "cancel", {
        cancel_requested_at: now.toISOString(),
        failure: null,
        failure_code: null,
        failure_text: null,
      });
    }
    return answerPickup(context, pickup_id);
  },

  async perform(context, { pickup_id }) {
    const row = await PickupRecord.find(context, pickup_id);
    return row?.state !== "cancel_pending" ? null : requestPickupCancellation(context, row);
  },

  async settle(context, { pickup_id }, _answer, outcome) {
    if (outcome === null) return answerPickup(context, pickup_id);
    await recordPickupCancellation(context, pickup_id, outcome);
    if (outcome.kind !== "refused") return answerPickup(context, pickup_id);
    return context.refuse("carrier_refused", {
      message: messages.carrier_refused,
      values: { reason: outcome.text },
      extra: { pickup_id, failure: outcome.failure, carrier_code: outcome.code },
    });
  },
  unpredicted: ["pending", "pickup.state"],
});
