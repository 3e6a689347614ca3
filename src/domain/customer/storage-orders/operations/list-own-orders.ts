/**
 * The caller's storage orders, newest first.
 *
 * Source: docs/contract/mcp.md, `list_storage_orders`; filters are our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { listOrders } from "../records/storage-order.ts";
import { STATUSES } from "../rules.ts";
import { StorageOrderSummary, toSummary } from "../shapes.ts";

export const listStorageOrders = defineOperation({
  name: "customerStorageOrders",
  summary: "Own storage orders",
  description: "Newest first; page with `page`, or with `cursor` while orders are added.",
  effect: "read",
  access: { roles: ["customer"], scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/customer/storage-orders" },
  mcp: { user: "list_storage_orders" },
  input: Type.Object({ ...CursorInput, status: Type.Optional(StringEnum(STATUSES)) }),
  output: Type.Object({ ...CursorOutput, orders: Type.Array(StorageOrderSummary) }),

  async run(context, input) {
    const condition = "($5::text is null or o.status = $5)";
    const { rows, paging } = await listOrders(context, input, { condition, values: [input.status ?? null] });
    return { ...paging, orders: rows.map((row) => toSummary(context, row)) };
  },
});
