/** Whether the log of a device is as it was written: the hashes of all of its rows, computed again. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Count, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { findDevice } from "../records/device.ts";
import { CHAIN_FAULTS, verifyChain } from "../records/operation.ts";

export const getDeviceChain = defineOperation({
  name: "deviceOperationChain",
  summary: "Get whether the log of a device is intact",
  access: { scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/device-operations/chain" },
  limit: { name: "device_chain", per_s: 1, burst: 10 },
  input: Type.Object({ device_id: Ref("locker_device") }),
  output: Type.Object({
    result: Type.Boolean(),
    device_id: Ref("locker_device"),
    intact: Type.Boolean(),
    operations: Count,
    head: Nullable(Type.String({ description: "Hash of the last operation, hexadecimal." })),
    broken_at: Nullable(
      Type.Object({
        operation_id: Nullable(
          Ref("locker_operation", {
            ...Type.Integer(),
            description: "The first entry that does not fit; null where entries at the end are gone.",
          }),
        ),
        why: StringEnum(CHAIN_FAULTS, {
          description:
            "`changed`: the entry is not as it was written. `not_linked`: entries before it were removed or inserted. `cut_off`: the last entries were removed.",
        }),
      }),
    ),
  }),

  async run(context, { device_id }) {
    const device = await findDevice(context, device_id);
    if (device === undefined) throw context.refuse("not_found", { message: messages.no_device });
    const { operations, fault } = await verifyChain(context, device);
    return {
      result: true,
      device_id,
      intact: fault === null,
      operations,
      head: device.chain_head?.toString("hex") ?? null,
      broken_at: fault,
    };
  },
});
