/**
 * A device reports what happened at it. Everything that is answered is stored; what is behind a gap waits until the gap is
 * filled, and takes effect in the order in which it happened. The same operations again are answered the same; one that was
 * told differently before refuses the push.
 */
import Type from "typebox";
import { OPERATIONS_MAX, Operation, OperationsAnswer, OperationsPush } from "#locker-protocol/messages.ts";
import { defineOperation } from "#operation/define/define.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { CALLING_REFUSALS, lockCallingDevice, MessageId } from "../calling.ts";
import { messages } from "../messages.ts";
import { markHeard } from "../presence.ts";
import { receiveOperations } from "../receive.ts";

export const pushDeviceOperations = defineOperation({
  name: "pushDeviceOperations",
  summary: "Report operations of a device",
  access: { device: true, roles: [], scopes: [] },
  rest: { method: "POST", path: "/api/v1/device-operations" },
  limit: { name: "device_messages", per_s: 5, burst: 100 },
  input: Type.Object({
    ...OperationsPush.properties,
    message_id: MessageId,
    operations: Type.Array(
      Type.Object({
        ...Operation.properties,
        seq: NoRef("the device's number of the operation", Operation.properties.seq),
      }),
      { maxItems: OPERATIONS_MAX, description: "In order of `seq`." },
    ),
  }),
  output: Type.Object({ ...OperationsAnswer.properties }),
  refusals: { ...CALLING_REFUSALS, changed_operation: "conflict" },

  async run(context, push) {
    const { refuse, now } = context;
    const device = await markHeard(context, await lockCallingDevice(context, push.epoch), push);
    const received = await receiveOperations(context, device, push);
    const server_time = now.toISOString();
    if ("changed_seq" in received)
      return refuse("changed_operation", {
        message: messages.changed_operation,
        values: { seq: received.changed_seq },
        extra: { seq: received.changed_seq, answers: push.message_id, server_time },
      });
    const { applied_seq, reported_head, epoch } = received.device;
    return {
      type: "operations_answer" as const,
      answers: push.message_id,
      epoch,
      applied_seq,
      received_to: received.received_to,
      missing: received.missing,
      ...(reported_head === null ? {} : { head: reported_head.toString("hex") }),
      server_time,
    };
  },
});
