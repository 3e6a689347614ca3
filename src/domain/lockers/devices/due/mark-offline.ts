/** A device that was not heard for three heartbeats is offline. */
import { defineDue } from "#operation/define/due.ts";
import { emitOffline } from "../presence.ts";
import { changeDevice, DEVICE_SILENCE, lockDevice } from "../records/device.ts";
import { SILENCE_MS } from "../rules.ts";

export const markOffline = defineDue({
  kind: DEVICE_SILENCE,

  async run(context, { subject }) {
    const device = await lockDevice(context, Number(subject));
    if (device?.status !== "ONLINE") return;
    const silent_at = new Date(Date.parse(device.last_seen_at ?? device.status_since) + SILENCE_MS);
    if (silent_at > context.now) context.due.set(DEVICE_SILENCE, device.id, silent_at);
    else emitOffline(context, await changeDevice(context, device, { status: "OFFLINE" }));
  },
});
