/** The bins of a warehouse or of one of its zones, open ones first, by code. */
import Type from "typebox";
import { defineList, filter, required } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import type { BinRow } from "../records/bin.ts";
import { findWarehouse } from "../records/warehouse.ts";
import { Bin, STATUSES } from "../shapes.ts";

export const listBins = defineList({
  name: "warehouseBins",
  summary: "List bins of a warehouse",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/warehouses/{warehouse_id}/bins" },
  filters: {
    warehouse_id: required(Ref("warehouse")),
    zone_id: filter(Ref("zone")),
    status: filter(StringEnum(STATUSES)),
  },
  rows: { bins: Type.Array(Bin) },
  from: "warehouse_bin",
  order: "status desc, code",
  async values(context, { warehouse_id }) {
    if ((await findWarehouse(context, warehouse_id)) === undefined)
      throw context.refuse("not_found", { message: messages.unknown_warehouse });
    return {};
  },
  build: (row: BinRow) => row,
});
