/**
 * The caller's shipping orders of one service, newest first.
 *
 * Source: docs/contract/mcp.md, `list_shipping_orders`; filters are our choice.
 */
import Type from "typebox";
import { getOwner, ServiceCode } from "#domain/customer/service-orders/public.ts";
import { getServiceId } from "#domain/customer/services/public.ts";
import { defineList, filter, required } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { type ListedOrder, SHIPPING_ORDER_LIST } from "../records/shipping-order.ts";
import { STATUSES } from "../rules.ts";
import { ShippingOrderSummary, toSummary } from "../shapes.ts";

export const listShippingOrders = defineList({
  name: "customerShippingOrders",
  summary: "List own shipping orders of a service",
  description: "Newest first; page with `page`, or with `cursor` while orders are added.",
  access: { roles: ["customer"], scopes: ["customer_shipping:read"] },
  rest: { method: "GET", path: "/api/v1/customer/shipping-orders/services/{service_code}/orders" },
  mcp: { user: "list_shipping_orders" },
  ...SHIPPING_ORDER_LIST,
  filters: {
    service_code: required(Ref("service_code", ServiceCode), "o.service_id = $service_id"),
    status: filter(StringEnum(STATUSES)),
  },
  rows: { orders: Type.Array(ShippingOrderSummary) },
  where: "o.customer_id = $customer_id",
  async values(context, { service_code }) {
    const service_id = await getServiceId(context, { kind: "shipping", code: service_code });
    return { customer_id: getOwner(context), service_id };
  },
  build: (row: ListedOrder, context) => toSummary(context, row),
});
