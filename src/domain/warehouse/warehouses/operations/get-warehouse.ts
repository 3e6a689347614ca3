/** One warehouse with its zones, and what uses it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getVisibleWarehouse } from "../records/warehouse.ts";
import type { ZoneRow } from "../records/zone.ts";
import { Warehouse, Zone } from "../shapes.ts";
import { countUses, WarehouseUses } from "../uses.ts";

/** The most zones of a warehouse in one response. */
const ZONES_MAX = 500;

export const getWarehouse = defineOperation({
  name: "warehouse",
  summary: "Get a warehouse with its zones, and what uses it",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/warehouses/{warehouse_id}" },
  input: Type.Object({ warehouse_id: Ref("warehouse") }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    warehouse: Warehouse,
    zones: Type.Array(Zone),
    uses: WarehouseUses,
  }),

  async run(context, { warehouse_id }) {
    const { db, business_id } = context;
    const [warehouse, zones, uses] = await Promise.all([
      getVisibleWarehouse(context, warehouse_id),
      db.rows<ZoneRow>(
        `select * from warehouse_zone where business_id = $1 and warehouse_id = $2
          order by status desc, code limit ${ZONES_MAX}`,
        [business_id, warehouse_id],
      ),
      countUses(context, warehouse_id),
    ]);
    return { result: true, version: warehouse.version, warehouse, zones, uses };
  },
});
