/** Cancel a device order before anything is put in: the compartment is free again, and nothing is charged. */
import Type from "typebox";
import { REQUEST_REFUSALS, releaseReservation } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { answerDeviceOrder } from "../present.ts";
import { dropPrice } from "../price.ts";
import { lockDeviceOrder } from "../records/device-order.ts";
import { DeviceOrderAnswer } from "../shapes.ts";
import { changeDeviceOrder } from "../store.ts";

export const cancelDeviceOrder = defineOperation({
  name: "deviceOrderCancel",
  summary: "Cancel a device order",
  access: { roles: TENANT_ROLES, scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/device-orders/{device_order_id}/cancel" },
  localised: true,
  input: Type.Object({ device_order_id: Ref("device_order") }),
  output: DeviceOrderAnswer,
  refusals: { deposited_already: "conflict", ...REQUEST_REFUSALS },

  async run(context, { device_order_id }) {
    const { row, target } = await lockDeviceOrder(context, device_order_id);
    if (row.step !== "expected")
      throw context.refuse("deposited_already", { message: messages.deposited_already });
    const ended_at = context.now.toISOString();
    const changes = { step: "cancelled" as const, reservation_id: null, ended_at };
    await changeDeviceOrder(context, row, changes, "cancelled");
    if (target !== undefined) await releaseReservation(context, target);
    await dropPrice(context, row);
    return answerDeviceOrder(context, device_order_id);
  },
});
