/** Storage orders of all customers, newest first. */
import Type from "typebox";
import { buildListFilters } from "#domain/customer/service-orders/public.ts";
import { defineList, filter, search } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BILLING, type ListedOrder, STORAGE_ORDER_LIST } from "../records/storage-order.ts";
import { BILLINGS, STATUSES } from "../rules.ts";
import { CustomerStorageOrderSummary, toSummary } from "../shapes.ts";

export const listCustomerStorageOrders = defineList({
  name: "clientStorageOrders",
  summary: "List storage orders of customers",
  access: { scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/client/storage-orders" },
  ...STORAGE_ORDER_LIST,
  filters: {
    ...buildListFilters(STATUSES),
    q: search("o.id", "search_storage_orders", "In tracking number, reference or name of the customer."),
    billing: filter(StringEnum(BILLINGS), `${BILLING} = $billing`),
    warehouse_id: filter(Ref("warehouse")),
  },
  rows: { orders: Type.Array(CustomerStorageOrderSummary) },
  build: (row: ListedOrder, context) => toSummary(context, row),
});
