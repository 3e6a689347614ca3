/** One storage order of a customer, with what can be decided about it now. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

export const getCustomerStorageOrder = defineOperation({
  name: "clientStorageOrder",
  summary: "Get a storage order of a customer",
  access: { scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/client/storage-orders/{storage_order_id}" },
  input: Type.Object({ storage_order_id: Ref("storage_order") }),
  output: CustomerStorageOrderAnswer,

  run: (context, { storage_order_id }) => answerCustomerOrder(context, storage_order_id),
});
