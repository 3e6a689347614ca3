/** Receipts at the warehouses where the caller works, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Id, StringEnum } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { toLikePattern } from "#vocabulary/like-pattern.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { listReceipts as readReceipts } from "../records/receipt.ts";
import { RECEIPT_STATUSES } from "../rules.ts";
import { Receipt } from "../shapes.ts";

/** A text that is in more receipts than these finds the newest. */
const FOUND_MAX = 2000;

const CONDITION = `($3::text[] is null or r.status = any($3)) and ($4::bigint is null or r.warehouse_id = $4)
  and ($5::bigint is null or r.customer_id = $5) and ($6::date is null or r.expected_date <= $6)
  and ($7::text is null or r.id in (select f.id from search_receipts($7, ${FOUND_MAX}) f))`;

export const listReceipts = defineOperation({
  name: "receipts",
  summary: "List receipts",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/receipts" },
  input: Type.Object({
    ...CursorInput,
    status: Type.Optional(
      Type.Array(StringEnum(RECEIPT_STATUSES), { maxItems: RECEIPT_STATUSES.length, uniqueItems: true }),
    ),
    warehouse_id: Type.Optional(Id),
    customer_id: Type.Optional(Id),
    expected_until: Type.Optional(
      Type.String({ ...CalendarDate, description: "Expected on this day or before; YYYY-MM-DD." }),
    ),
    q: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 100,
        description: "In code, reference, carrier or name of the owner.",
      }),
    ),
  }),
  output: Type.Object({ ...CursorOutput, receipts: Type.Array(Receipt) }),

  async run(context, input) {
    const { status, warehouse_id, customer_id, expected_until, q } = input;
    const values = [
      status ?? null,
      warehouse_id ?? null,
      customer_id ?? null,
      expected_until ?? null,
      q === undefined ? null : toLikePattern(q),
    ];
    const { rows, paging } = await readReceipts(context, input, { condition: CONDITION, values });
    return { ...paging, receipts: rows };
  },
});
