/** Ship-outs of all customers, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { toLikePattern } from "#vocabulary/like-pattern.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { listShipoutRows } from "../records/shipout.ts";
import { STATUSES } from "../rules.ts";
import { CustomerShipoutSummary, ServiceCode, toSummary } from "../shapes.ts";

/** A text that is in more ship-outs than these finds the newest. */
const FOUND_MAX = 2000;

/** `$4` statuses, `$5` customer, `$6` service, `$7` a pattern, `$8` paid or not, `$9` warehouse. */
const CONDITION = `($4::text[] is null or o.status = any($4)) and ($5::bigint is null or o.customer_id = $5)
  and ($6::text is null or s.code = $6)
  and ($7::text is null or o.id in (select f.id from search_shipouts($7, ${FOUND_MAX}) f))
  and ($8::boolean is null or (b.unpaid_since is not null) = $8) and ($9::bigint is null or o.warehouse_id = $9)`;

export const listCustomerShipouts = defineOperation({
  name: "clientShipouts",
  summary: "Ship-outs of customers",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/client/shipout-orders" },
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
    warehouse_id: Type.Optional(Id),
  }),
  output: Type.Object({ ...CursorOutput, shipouts: Type.Array(CustomerShipoutSummary) }),

  async run(context, input) {
    const { status, customer_id, service_code, q, is_unpaid, warehouse_id } = input;
    const values = [
      status ?? null,
      customer_id ?? null,
      service_code ?? null,
      q === undefined ? null : toLikePattern(q),
      is_unpaid ?? null,
      warehouse_id ?? null,
    ];
    const { rows, paging } = await listShipoutRows(context, input, { condition: CONDITION, values });
    return { ...paging, shipouts: rows.map((row) => toSummary(context, row)) };
  },
});
