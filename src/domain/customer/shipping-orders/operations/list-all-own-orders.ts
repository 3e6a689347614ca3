/** The caller's shipping orders of all services, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { getOwner, listOrders } from "../records/shipping-order.ts";
import { STATUSES } from "../rules.ts";
import { ShippingOrderSummary, toSummary } from "../shapes.ts";

export const listAllShippingOrders = defineOperation({
  name: "customerShippingOrdersAll",
  summary: "Own shipping orders",
  effect: "read",
  access: { roles: ["customer"], scopes: ["customer_shipping:read"] },
  rest: { method: "GET", path: "/api/v1/customer/shipping-orders" },
  input: Type.Object({ ...CursorInput, status: Type.Optional(StringEnum(STATUSES)) }),
  output: Type.Object({ ...CursorOutput, orders: Type.Array(ShippingOrderSummary) }),

  async run(context, input) {
    const { business_id } = context;
    const values = [business_id, getOwner(context), input.status ?? null];
    const condition = "o.customer_id = $2 and ($3::text is null or o.status = $3)";
    const { rows, paging } = await listOrders(context, input, { condition, values });
    return { ...paging, orders: rows.map((row) => toSummary(context, row)) };
  },
});
