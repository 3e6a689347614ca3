/** The warehouses that the caller may work at, open ones first, by code. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { listReach, type WarehouseRow } from "../records/warehouse.ts";
import { STATUSES, Warehouse } from "../shapes.ts";

export const listWarehouses = defineList({
  name: "warehouses",
  summary: "List warehouses of the business",
  description:
    "Code, name, address and status of each warehouse that the caller may work at; is_depot marks the one where routes start.",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/warehouses" },
  mcp: { user: "get_warehouses" },
  filters: { status: filter(StringEnum(STATUSES)) },
  rows: { warehouses: Type.Array(Warehouse) },
  from: "warehouse",
  where: "$reach::bigint[] is null or id = any($reach)",
  order: "status desc, code",
  values: (context) => ({ reach: listReach(context) }),
  build: (row: WarehouseRow) => row,
});
