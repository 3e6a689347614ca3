/** Counts at the warehouses where the caller works, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { listCounts as readCounts } from "../records/stock-count.ts";
import { COUNT_STATUSES } from "../rules.ts";
import { StockCount } from "../shapes.ts";

export const listCounts = defineOperation({
  name: "stockCounts",
  summary: "List counts of stock",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/counts" },
  input: Type.Object({
    ...CursorInput,
    warehouse_id: Type.Optional(Id),
    status: Type.Optional(StringEnum(COUNT_STATUSES)),
  }),
  output: Type.Object({ ...CursorOutput, counts: Type.Array(StockCount) }),

  async run(context, input) {
    const condition = "($3::bigint is null or c.warehouse_id = $3) and ($4::text is null or c.status = $4)";
    const values = [input.warehouse_id ?? null, input.status ?? null];
    const { rows, paging } = await readCounts(context, input, { condition, values });
    return { ...paging, counts: rows };
  },
});
