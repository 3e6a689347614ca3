/**
 * The caller's ship-outs, newest first.
 *
 * Source: docs/contract/mcp.md, `list_shipouts`; filters are our choice.
 */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { type ListedShipout, SHIPOUT_LIST } from "../records/shipout.ts";
import { STATUSES } from "../rules.ts";
import { ShipoutSummary, toSummary } from "../shapes.ts";

export const listShipouts = defineList({
  name: "customerShipouts",
  summary: "List own ship-outs",
  description: "Newest first; page with `page`, or with `cursor` while ship-outs are added.",
  access: { roles: ["customer"], scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/customer/shipout-orders" },
  mcp: { user: "list_shipouts" },
  ...SHIPOUT_LIST,
  filters: { status: filter(StringEnum(STATUSES)) },
  rows: { shipouts: Type.Array(ShipoutSummary) },
  build: (row: ListedShipout, context) => toSummary(context, row),
});
