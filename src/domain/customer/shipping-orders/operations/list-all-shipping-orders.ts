/** The caller's shipping orders of all services, newest first. */
import Type from "typebox";
import { getOwner } from "#domain/customer/service-orders/public.ts";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { type ListedOrder, SHIPPING_ORDER_LIST } from "../records/shipping-order.ts";
import { STATUSES } from "../rules.ts";
import { ShippingOrderSummary, toSummary } from "../shapes.ts";

export const listAllShippingOrders = defineList({
  name: "customerShippingOrdersAll",
  summary: "List own shipping orders",
  access: { roles: ["customer"], scopes: ["customer_shipping:read"] },
  rest: { method: "GET", path: "/api/v1/customer/shipping-orders" },
  ...SHIPPING_ORDER_LIST,
  filters: { status: filter(StringEnum(STATUSES)) },
  rows: { orders: Type.Array(ShippingOrderSummary) },
  where: "o.customer_id = $customer_id",
  values: (context) => ({ customer_id: getOwner(context) }),
  build: (row: ListedOrder, context) => toSummary(context, row),
});
