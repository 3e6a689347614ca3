/**
 * Take out a parcel that was not collected in time, or that was dropped off for the business: the door opens, and once the
 * compartment is empty the parcel is returned, or picked up.
 */
import Type from "typebox";
import { Note, OPEN_REFUSALS, openDoor } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { lockDeviceOrder } from "../records/device-order.ts";
import { mayReturn } from "../rules.ts";
import { recordAction } from "../store.ts";

export const returnDeviceOrder = defineOperation({
  name: "deviceOrderReturn",
  summary: "Return the parcel of a device order",
  description:
    "The door is not opened later than `expires_at`. The parcel is taken out once its compartment is empty.",
  risk: "high",
  access: { roles: ["client_admin", "employee", "driver", "broker_employee"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/device-orders/{device_order_id}/return", status: 202 },
  localised: true,
  input: Type.Object({ device_order_id: Ref("device_order"), reason: Note }),
  output: Type.Object({
    result: Type.Boolean(),
    device_order_id: Ref("device_order"),
    command_id: Ref("locker_command"),
    compartment_code: Type.String(),
    expires_at: Timestamp,
  }),
  refusals: { not_to_return: "conflict", ...OPEN_REFUSALS },

  async run(context, { device_order_id, reason }) {
    const { row, target } = await lockDeviceOrder(context, device_order_id);
    if (target === undefined || !mayReturn(row.step, row.purpose, target.compartment.status))
      throw context.refuse("not_to_return", { message: messages.not_to_return });
    const { id, expires_at } = await openDoor(context, target, "operator", reason);
    await recordAction(context, row, "door_opened", {
      details: { compartment_code: target.compartment.code },
    });
    return {
      result: true,
      device_order_id,
      command_id: id,
      compartment_code: target.compartment.code,
      expires_at,
    };
  },
});
