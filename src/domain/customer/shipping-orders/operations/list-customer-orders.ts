/** Shipping orders of all customers, newest first. */
import Type from "typebox";
import { defineList, filter, search } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { type ListedOrder, SHIPPING_ORDER_LIST } from "../records/shipping-order.ts";
import { STATUSES } from "../rules.ts";
import { CustomerOrderSummary, ServiceCode, toSummary } from "../shapes.ts";

export const listCustomerOrders = defineList({
  name: "clientCustomerOrders",
  summary: "List shipping orders of customers",
  access: { roles: BUSINESS_ROLES, scopes: ["customer_shipping:read"] },
  rest: { method: "GET", path: "/api/v1/client/customer-orders" },
  ...SHIPPING_ORDER_LIST,
  filters: {
    status: filter(Type.Array(StringEnum(STATUSES), { maxItems: STATUSES.length, uniqueItems: true })),
    customer_id: filter(Ref("customer")),
    service_code: filter(Ref("service_code", ServiceCode), "s.code = $service_code"),
    q: search(
      "o.id",
      "search_shipping_orders",
      "In tracking number, reference, name of the customer, or number of the carrier.",
    ),
    is_unpaid: filter(
      Type.Boolean({ description: "Those with something left to pay, or the others." }),
      "(b.unpaid_since is not null) = $is_unpaid",
    ),
  },
  rows: { orders: Type.Array(CustomerOrderSummary) },
  build: (row: ListedOrder, context) => toSummary(context, row),
});
