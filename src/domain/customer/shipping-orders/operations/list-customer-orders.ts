/** Shipping orders of all customers, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { toLikePattern } from "#vocabulary/like-pattern.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { listOrders } from "../records/shipping-order.ts";
import { STATUSES } from "../rules.ts";
import { CustomerOrderSummary, ServiceCode, toSummary } from "../shapes.ts";

/** A text that is in more orders than these finds the newest. */
const FOUND_MAX = 2000;

/** `$1` business, `$2` statuses, `$3` customer, `$4` service, `$5` a pattern, `$6` paid or not. */
const CONDITION = `($2::text[] is null or o.status = any($2)) and ($3::bigint is null or o.customer_id = $3)
  and ($4::text is null or s.code = $4)
  and ($5::text is null or o.id in (select f.id from search_shipping_orders($5, ${FOUND_MAX}) f))
  and ($6::boolean is null or (b.unpaid_since is not null) = $6)`;

export const listCustomerOrders = defineOperation({
  name: "clientCustomerOrders",
  summary: "Shipping orders of customers",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["customer_shipping:read"] },
  rest: { method: "GET", path: "/api/v1/client/customer-orders" },
  input: Type.Object({
    ...CursorInput,
    status: Type.Optional(Type.Array(StringEnum(STATUSES), { maxItems: STATUSES.length, uniqueItems: true })),
    customer_id: Type.Optional(Id),
    service_code: Type.Optional(ServiceCode),
    q: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 100,
        description: "In tracking number, reference, name of the customer, or number of the carrier.",
      }),
    ),
    is_unpaid: Type.Optional(
      Type.Boolean({ description: "Those with something left to pay, or the others." }),
    ),
  }),
  output: Type.Object({ ...CursorOutput, orders: Type.Array(CustomerOrderSummary) }),

  async run(context, input) {
    const { business_id } = context;
    const { status, customer_id, service_code, q, is_unpaid } = input;
    const pattern = q === undefined ? null : toLikePattern(q);
    const values = [
      business_id,
      status ?? null,
      customer_id ?? null,
      service_code ?? null,
      pattern,
      is_unpaid ?? null,
    ];
    const { rows, paging } = await listOrders(context, input, { condition: CONDITION, values });
    return { ...paging, orders: rows.map((row) => toSummary(context, row)) };
  },
});
