/** Shipping orders of all customers, newest first. */
import Type from "typebox";
import { buildListFilters, is_unpaid } from "#domain/customer/service-orders/public.ts";
import { defineList, search } from "#operation/define/list.ts";
import { type ListedOrder, SHIPPING_ORDER_LIST } from "../records/shipping-order.ts";
import { STATUSES } from "../rules.ts";
import { CustomerOrderSummary, toSummary } from "../shapes.ts";

export const listCustomerOrders = defineList({
  name: "clientCustomerOrders",
  summary: "List shipping orders of customers",
  access: { scopes: ["customer_shipping:read"] },
  rest: { method: "GET", path: "/api/v1/client/customer-orders" },
  ...SHIPPING_ORDER_LIST,
  filters: {
    ...buildListFilters(STATUSES),
    q: search(
      "o.id",
      "search_shipping_orders",
      "In tracking number, reference, name of the customer, or number of the carrier.",
    ),
    is_unpaid,
  },
  rows: { orders: Type.Array(CustomerOrderSummary) },
  build: (row: ListedOrder, context) => toSummary(context, row),
});
