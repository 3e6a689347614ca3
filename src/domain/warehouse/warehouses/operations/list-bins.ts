/** The bins of a warehouse or of one of its zones, open ones first, by code. */
import Type from "typebox";
import { defineList, filter, required } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { BinRow } from "../records/bin.ts";
import { getVisibleWarehouse } from "../records/warehouse.ts";
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
    await getVisibleWarehouse(context, warehouse_id);
    return {};
  },
  build: (row: BinRow) => row,
});
