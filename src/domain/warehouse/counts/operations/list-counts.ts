/** Counts at the warehouses where the caller works, newest first. */
import Type from "typebox";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { COUNTS } from "../records/stock-count.ts";
import { COUNT_STATUSES } from "../rules.ts";
import { StockCount } from "../shapes.ts";

export const listCounts = defineList({
  name: "stockCounts",
  summary: "List counts of stock",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/counts" },
  filters: { warehouse_id: filter(Ref("warehouse")), status: filter(StringEnum(COUNT_STATUSES)) },
  rows: { counts: Type.Array(StockCount) },
  from: "stock_count c",
  select: COUNTS,
  where: "$reach::bigint[] is null or c.warehouse_id = any($reach)",
  order: byId("c.id"),
  values: (context) => ({ reach: listReach(context) }),
});
