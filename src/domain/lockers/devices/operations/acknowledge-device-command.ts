/** A device answers a command: received, carried out, or not. The answer may be repeated. */
import Type from "typebox";
import { Ack } from "#locker-protocol/messages.ts";
import { defineOperation } from "#operation/define/define.ts";
import { buildReceipt, CALLING_REFUSALS, lockCallingDevice, MessageId, ReceiptAnswer } from "../calling.ts";
import { acknowledge } from "../commands.ts";
import { messages } from "../messages.ts";
import { markHeard } from "../presence.ts";
import { lockCommandByNonce } from "../records/command.ts";

export const acknowledgeDeviceCommand = defineOperation({
  name: "acknowledgeDeviceCommand",
  summary: "Answer a command to a device",
  access: { device: true, roles: [], scopes: [] },
  rest: { method: "POST", path: "/api/v1/device-operations/commands/{nonce}/ack" },
  limit: { name: "device_messages", per_s: 5, burst: 100 },
  input: Type.Object({ ...Ack.properties, message_id: MessageId }),
  output: ReceiptAnswer,
  refusals: CALLING_REFUSALS,

  async run(context, ack) {
    const device = await markHeard(context, await lockCallingDevice(context), ack);
    const command = await lockCommandByNonce(context, device.id, ack.nonce);
    if (command === undefined) throw context.refuse("not_found", { message: messages.no_command });
    await acknowledge(context, device, command, ack);
    return buildReceipt(context, ack.message_id);
  },
});
