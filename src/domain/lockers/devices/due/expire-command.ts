/**
 * A command that nobody answered ends at its time. One that was never sent was not carried out; of one that was sent nobody
 * knows, and it is never sent again.
 */
import { defineDue } from "#operation/define/due.ts";
import { endCommand } from "../commands.ts";
import { COMMAND_EXPIRY, CommandRecord, computeExpiry, isOpenCommand } from "../records/command.ts";
import { lockDevice } from "../records/device.ts";

export const expireCommand = defineDue({
  kind: COMMAND_EXPIRY,

  async run(context, { subject }) {
    const id = Number(subject);
    const { device_id } = (await CommandRecord.find(context, id)) ?? {};
    const device = device_id === undefined ? undefined : await lockDevice(context, device_id);
    const command = await CommandRecord.lock(context, id);
    if (device === undefined || command === undefined || !isOpenCommand(command)) return;
    const { at, outcome } = computeExpiry(command);
    if (at > context.now) context.due.set(COMMAND_EXPIRY, id, at);
    else await endCommand(context, device, command, { status: "EXPIRED", outcome });
  },
});
