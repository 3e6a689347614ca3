/**
 * A connection of a device to the broker began, or ended without a farewell: its last will. Of an earlier connection, the end
 * says nothing: the device has another one.
 */
import Type from "typebox";
import { Presence } from "#locker-protocol/messages.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CALLING_REFUSALS, lockCallingDevice } from "../calling.ts";
import { messages } from "../messages.ts";
import { beginConnection, endConnection, markHeard } from "../presence.ts";

export const reportDevicePresence = defineOperation({
  name: "reportDevicePresence",
  summary: "Report whether a device is connected",
  access: { device: true, roles: [], scopes: [] },
  limit: { name: "device_messages", per_s: 5, burst: 100 },
  input: Type.Object({ ...Presence.properties }),
  output: Type.Object({ result: Type.Boolean() }),
  refusals: { ...CALLING_REFUSALS, not_connected: "bad_request" },

  async run(context, { status }) {
    const { connection } = context.request;
    if (connection === undefined) throw context.refuse("not_connected", { message: messages.not_connected });
    const device = await lockCallingDevice(context);
    if (status === "offline") await endConnection(context, device);
    else if (connection.begins) await beginConnection(context, device, connection.id);
    else await markHeard(context, device, { clock: "" });
    return { result: true };
  },
});
