/**
 * One storage order of the caller.
 *
 * Source: docs/contract/mcp.md, `get_storage_order`; the response is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerOwnOrder } from "../answer.ts";
import { StorageOrderAnswer } from "../shapes.ts";

export const getStorageOrder = defineOperation({
  name: "customerStorageOrder",
  summary: "Get own storage order",
  description:
    "Status, can_edit, can_cancel, packages with is_received and where they are, price with each step that led to it, days that were " +
    "charged, and what is left to pay.",
  access: { roles: ["customer"], scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/customer/storage-orders/{storage_order_id}" },
  mcp: { user: "get_storage_order" },
  input: Type.Object({ storage_order_id: Ref("storage_order") }),
  output: StorageOrderAnswer,

  run: (context, { storage_order_id }) => answerOwnOrder(context, storage_order_id),
});
