/** A device says that it is there, and how many operations it has yet to send. */
import Type from "typebox";
import { Heartbeat } from "#locker-protocol/messages.ts";
import { defineOperation } from "#operation/define/define.ts";
import { buildReceipt, CALLING_REFUSALS, lockCallingDevice, MessageId, ReceiptAnswer } from "../calling.ts";
import { markHeard } from "../presence.ts";

export const pushDeviceHeartbeat = defineOperation({
  name: "pushDeviceHeartbeat",
  summary: "Say that a device is there",
  access: { device: true, roles: [], scopes: [] },
  rest: { method: "POST", path: "/api/v1/device-operations/heartbeat" },
  limit: { name: "device_messages", per_s: 5, burst: 100 },
  input: Type.Object({ ...Heartbeat.properties, message_id: MessageId }),
  output: ReceiptAnswer,
  refusals: CALLING_REFUSALS,

  async run(context, heartbeat) {
    await markHeard(context, await lockCallingDevice(context, heartbeat.epoch), heartbeat);
    return buildReceipt(context, heartbeat.message_id);
  },
});
