/** Create a zone of a warehouse: where goods arrive, are stored, sorted or wait to leave. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getVisibleWarehouse } from "../records/warehouse.ts";
import { ZoneRecord } from "../records/zone.ts";
import { Code, Name, ZONE_KINDS, Zone } from "../shapes.ts";

export const createZone = defineOperation({
  name: "warehouseZoneCreate",
  summary: "Create a zone of a warehouse",
  destructive: false,
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/warehouses/{warehouse_id}/zones", status: 201 },
  input: Type.Object({
    warehouse_id: Ref("warehouse"),
    code: Code,
    name: Name,
    kind: StringEnum(ZONE_KINDS),
  }),
  output: Type.Object({ result: Type.Boolean(), zone_id: Ref("zone"), version: Type.Integer(), zone: Zone }),
  refusals: { code_taken: "conflict", warehouse_closed: "conflict" },

  async run(context, { warehouse_id, code, name, kind }) {
    const { refuse, emit } = context;
    const warehouse = await getVisibleWarehouse(context, warehouse_id, "for share");
    if (warehouse.status === "closed")
      throw refuse("warehouse_closed", { message: messages.warehouse_closed });
    const zone = await ZoneRecord.insertIfAbsent(context, { warehouse_id, code, name: name.trim(), kind });
    if (zone === undefined) {
      throw refuse("code_taken", {
        message: messages.code_taken,
        errors: [{ field: "code", message: messages.other_zone }],
      });
    }
    emit({
      subject: { type: "warehouse", id: warehouse_id },
      kind: "warehouse.zone_created",
      payload: { zone_id: zone.id, code, kind },
    });
    return { result: true, zone_id: zone.id, version: zone.version, zone };
  },
});
