/** Storage orders of all customers, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { toLikePattern } from "#vocabulary/like-pattern.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { BILLING, listOrders } from "../records/storage-order.ts";
import { BILLINGS, STATUSES } from "../rules.ts";
import { CustomerStorageOrderSummary, ServiceCode, toSummary } from "../shapes.ts";

/** A text that is in more orders than these finds the newest. */
const FOUND_MAX = 2000;

/** `$5` statuses, `$6` customer, `$7` service, `$8` a pattern, `$9` billing, `$10` warehouse. */
const CONDITION = `($5::text[] is null or o.status = any($5)) and ($6::bigint is null or o.customer_id = $6)
  and ($7::text is null or s.code = $7)
  and ($8::text is null or o.id in (select f.id from search_storage_orders($8, ${FOUND_MAX}) f))
  and ($9::text is null or ${BILLING} = $9) and ($10::bigint is null or o.warehouse_id = $10)`;

export const listCustomerStorageOrders = defineOperation({
  name: "clientStorageOrders",
  summary: "Storage orders of customers",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/client/storage-orders" },
  input: Type.Object({
    ...CursorInput,
    status: Type.Optional(Type.Array(StringEnum(STATUSES), { maxItems: STATUSES.length, uniqueItems: true })),
    customer_id: Type.Optional(Id),
    service_code: Type.Optional(ServiceCode),
    q: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 100,
        description: "In tracking number, reference or name of the customer.",
      }),
    ),
    billing: Type.Optional(StringEnum(BILLINGS)),
    warehouse_id: Type.Optional(Id),
  }),
  output: Type.Object({ ...CursorOutput, orders: Type.Array(CustomerStorageOrderSummary) }),

  async run(context, input) {
    const { status, customer_id, service_code, q, billing, warehouse_id } = input;
    const values = [
      status ?? null,
      customer_id ?? null,
      service_code ?? null,
      q === undefined ? null : toLikePattern(q),
      billing ?? null,
      warehouse_id ?? null,
    ];
    const { rows, paging } = await listOrders(context, input, { condition: CONDITION, values });
    return { ...paging, orders: rows.map((row) => toSummary(context, row)) };
  },
});
