/** A device reports the state of its compartments: at its start, on request, and when something changed. */
import Type from "typebox";
import { Snapshot } from "#locker-protocol/messages.ts";
import { defineOperation } from "#operation/define/define.ts";
import { buildReceipt, CALLING_REFUSALS, lockCallingDevice, MessageId, ReceiptAnswer } from "../calling.ts";
import { markHeard } from "../presence.ts";
import { findCompartments } from "../receive.ts";
import { deviceSnapshotReported } from "../topics.ts";

export const pushDeviceSnapshot = defineOperation({
  name: "pushDeviceSnapshot",
  summary: "Report the state of all compartments of a device",
  access: { device: true, roles: [], scopes: [] },
  rest: { method: "POST", path: "/api/v1/device-operations/snapshot" },
  limit: { name: "device_messages", per_s: 5, burst: 100 },
  input: Type.Object({ ...Snapshot.properties, message_id: MessageId }),
  output: ReceiptAnswer,
  refusals: CALLING_REFUSALS,

  async run(context, snapshot) {
    const device = await markHeard(context, await lockCallingDevice(context, snapshot.epoch), snapshot);
    // One that was overtaken by operations says what was true before them.
    if (snapshot.seq >= device.applied_seq) {
      const ids = await findCompartments(context, device.id);
      await context.publish(deviceSnapshotReported, {
        device,
        is_complete: snapshot.seq === device.applied_seq,
        compartments: snapshot.compartments.flatMap(({ code, door, contents, fault = null }) => {
          const compartment_id = ids.get(code);
          return compartment_id === undefined ? [] : [{ compartment_id, door, contents, fault }];
        }),
      });
    }
    return buildReceipt(context, snapshot.message_id);
  },
});
