/**
 * The caller's ship-outs, newest first.
 *
 * Source: docs/contract/mcp.md, `list_shipouts`; filters are our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { listShipoutRows } from "../records/shipout.ts";
import { STATUSES } from "../rules.ts";
import { ShipoutSummary, toSummary } from "../shapes.ts";

export const listShipouts = defineOperation({
  name: "customerShipouts",
  summary: "Own ship-outs",
  description: "Newest first; page with `page`, or with `cursor` while ship-outs are added.",
  effect: "read",
  access: { roles: ["customer"], scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/customer/shipout-orders" },
  mcp: { user: "list_shipouts" },
  input: Type.Object({ ...CursorInput, status: Type.Optional(StringEnum(STATUSES)) }),
  output: Type.Object({ ...CursorOutput, shipouts: Type.Array(ShipoutSummary) }),

  async run(context, input) {
    const condition = "($4::text is null or o.status = $4)";
    const { rows, paging } = await listShipoutRows(context, input, {
      condition,
      values: [input.status ?? null],
    });
    return { ...paging, shipouts: rows.map((row) => toSummary(context, row)) };
  },
});
