/** A device ends on purpose. With operations that it has not sent, it has ended and messages are still to come. */
import Type from "typebox";
import { Bye } from "#locker-protocol/messages.ts";
import { defineOperation } from "#operation/define/define.ts";
import { buildReceipt, CALLING_REFUSALS, lockCallingDevice, MessageId, ReceiptAnswer } from "../calling.ts";
import { markHeard } from "../presence.ts";

export const pushDeviceBye = defineOperation({
  name: "pushDeviceBye",
  summary: "Say that a device ends",
  access: { device: true, roles: [], scopes: [] },
  rest: { method: "POST", path: "/api/v1/device-operations/bye" },
  limit: { name: "device_messages", per_s: 5, burst: 100 },
  input: Type.Object({ ...Bye.properties, message_id: MessageId }),
  output: ReceiptAnswer,
  refusals: CALLING_REFUSALS,

  async run(context, bye) {
    await markHeard(context, await lockCallingDevice(context, bye.epoch), bye, true);
    return buildReceipt(context, bye.message_id);
  },
});
