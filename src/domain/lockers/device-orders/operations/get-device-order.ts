/** One device order with its history and its exceptions. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { answerDeviceOrder } from "../present.ts";
import { DeviceOrderAnswer } from "../shapes.ts";

export const getDeviceOrder = defineOperation({
  name: "deviceOrder",
  summary: "Get a device order",
  access: { roles: TENANT_ROLES, scopes: ["lockers:use"] },
  rest: { method: "GET", path: "/api/v1/device-orders/{device_order_id}" },
  localised: true,
  input: Type.Object({ device_order_id: Ref("device_order") }),
  output: DeviceOrderAnswer,

  run: (context, { device_order_id }) => answerDeviceOrder(context, device_order_id),
});
