/**
 * The caller's storage orders, newest first.
 *
 * Source: docs/contract/mcp.md, `list_storage_orders`; filters are our choice.
 */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { type ListedOrder, STORAGE_ORDER_LIST } from "../records/storage-order.ts";
import { STATUSES } from "../rules.ts";
import { StorageOrderSummary, toSummary } from "../shapes.ts";

export const listStorageOrders = defineList({
  name: "customerStorageOrders",
  summary: "List own storage orders",
  description: "Newest first; page with `page`, or with `cursor` while orders are added.",
  access: { roles: ["customer"], scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/customer/storage-orders" },
  mcp: { user: "list_storage_orders" },
  ...STORAGE_ORDER_LIST,
  filters: { status: filter(StringEnum(STATUSES)) },
  rows: { orders: Type.Array(StorageOrderSummary) },
  build: (row: ListedOrder, context) => toSummary(context, row),
});
