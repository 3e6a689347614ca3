/** Device orders: the business sees all, customers theirs, drivers and contractors those that they created or carry. */
import Type from "typebox";
import { defineList, filter, indexed } from "#operation/define/list.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { buildDeviceOrder } from "../present.ts";
import { DEVICE_ORDERS, type DeviceOrderView, findReach, REACH } from "../records/device-order.ts";
import { PURPOSES, STATES } from "../rules.ts";
import { DeviceOrder } from "../shapes.ts";

export const listDeviceOrders = defineList({
  name: "deviceOrders",
  summary: "List device orders",
  access: { roles: TENANT_ROLES, scopes: ["lockers:use"] },
  rest: { method: "GET", path: "/api/v1/device-orders" },
  filters: {
    state: indexed(StringEnum(STATES), "o.state = $state"),
    purpose: filter(StringEnum(PURPOSES), "o.purpose = $purpose"),
    locker_id: indexed(Ref("locker_device"), "o.device_id = $locker_id::bigint"),
    order_id: indexed(Ref("order"), "o.order_id = $order_id::bigint"),
    customer_id: indexed(Ref("customer"), "o.customer_id = $customer_id::bigint"),
    from: filter(Timestamp, "o.created_at >= $from::timestamptz"),
    to: filter(Timestamp, "o.created_at < $to::timestamptz"),
    has_open_exception: filter(Type.Boolean(), "(o.open_exceptions > 0) = $has_open_exception::boolean"),
  },
  rows: { device_orders: Type.Array(DeviceOrder, { description: "Newest first." }) },
  from: "device_order o",
  select: DEVICE_ORDERS,
  where: REACH,
  order: byId("o.id"),
  values: async (context) => {
    const { customer_id, account_id, contractor_account_id, order_ids } = await findReach(context);
    const is_courier = account_id !== null;
    return {
      customer_id: customer_id ?? undefined,
      account_id: account_id ?? undefined,
      order_ids: is_courier ? (order_ids ?? []) : undefined,
      contractor_account_id: is_courier ? contractor_account_id : undefined,
    };
  },
  build: (row: DeviceOrderView, context) => buildDeviceOrder(context, row),
});
