/**
 * The caller's shipping orders of one service, newest first.
 *
 * Source: docs/contract/mcp.md, `list_shipping_orders`; filters are our choice.
 */
import Type from "typebox";
import { findServiceId } from "#domain/customer/services/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { messages } from "../messages.ts";
import { getOwner, listOrders } from "../records/shipping-order.ts";
import { STATUSES } from "../rules.ts";
import { ServiceCode, ShippingOrderSummary, toSummary } from "../shapes.ts";

export const listShippingOrders = defineOperation({
  name: "customerShippingOrders",
  summary: "Own shipping orders of a service",
  description: "Newest first; page with `page`, or with `cursor` while orders are added.",
  effect: "read",
  access: { roles: ["customer"], scopes: ["customer_shipping:read"] },
  rest: { method: "GET", path: "/api/v1/customer/shipping-orders/services/{service_code}/orders" },
  mcp: { user: "list_shipping_orders" },
  input: Type.Object({
    ...CursorInput,
    service_code: ServiceCode,
    status: Type.Optional(StringEnum(STATUSES)),
  }),
  output: Type.Object({ ...CursorOutput, orders: Type.Array(ShippingOrderSummary) }),

  async run(context, input) {
    const { business_id, refuse } = context;
    const service_id = await findServiceId(context, { kind: "shipping", code: input.service_code });
    if (service_id === undefined) throw refuse("not_found", { message: messages.unknown_service });
    const values = [business_id, getOwner(context), service_id, input.status ?? null];
    const condition = "o.customer_id = $2 and o.service_id = $3 and ($4::text is null or o.status = $4)";
    const { rows, paging } = await listOrders(context, input, { condition, values });
    return { ...paging, orders: rows.map((row) => toSummary(context, row)) };
  },
});
