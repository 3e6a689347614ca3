/** Close a warehouse for good, with its zones and bins. Neither the depot nor one that is in use can be closed. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { closeBins, lockBinsInside } from "../records/bin.ts";
import { getVisibleWarehouse, WarehouseRecord } from "../records/warehouse.ts";
import { closeZones } from "../records/zone.ts";
import { Warehouse } from "../shapes.ts";
import { countUses } from "../uses.ts";

export const closeWarehouse = defineOperation({
  name: "warehouseClose",
  summary: "Close a warehouse",
  access: { roles: ["client_admin"], scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/warehouses/{warehouse_id}/close" },
  input: Type.Object({ warehouse_id: Ref("warehouse") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), warehouse: Warehouse }),
  refusals: { warehouse_closed: "conflict", is_depot: "conflict", warehouse_in_use: "conflict" },

  async run(context, { warehouse_id }) {
    const { db, business_id, now, refuse, expectVersion, emit } = context;
    const old = await getVisibleWarehouse(context, warehouse_id, "for update");
    expectVersion(old.version);
    if (old.status === "closed") throw refuse("warehouse_closed", { message: messages.warehouse_closed });
    if (old.is_depot) throw refuse("is_depot", { message: messages.is_depot });
    await lockBinsInside(db, business_id, { warehouse_id });
    const uses = await countUses(context, warehouse_id);
    if (Object.values(uses).some((count) => count > 0))
      throw refuse("warehouse_in_use", { message: messages.in_use, values: uses, extra: { uses } });
    await closeBins(context, { warehouse_id });
    await closeZones(context, warehouse_id);
    const warehouse = await WarehouseRecord.change(context, old, {
      status: "closed",
      closed_at: now.toISOString(),
    });
    emit({
      subject: { type: "warehouse", id: warehouse_id },
      kind: "warehouse.closed",
      payload: { code: old.code },
    });
    return { result: true, version: warehouse.version, warehouse };
  },
});
