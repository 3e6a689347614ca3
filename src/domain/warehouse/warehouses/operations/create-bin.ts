/** Create a bin in a zone. Its code is unique in the whole warehouse, because it is scanned. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { BinRecord } from "../records/bin.ts";
import { getVisibleZone } from "../records/zone.ts";
import { BIN_KINDS, Bin, Code, capacityMembers, WalkOrder } from "../shapes.ts";

export const createBin = defineOperation({
  name: "warehouseBinCreate",
  summary: "Create a bin",
  destructive: false,
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/zones/{zone_id}/bins", status: 201 },
  input: Type.Object({
    zone_id: Ref("zone"),
    code: Code,
    kind: StringEnum(BIN_KINDS),
    units_max: Type.Optional(capacityMembers.units_max),
    weight_g_max: Type.Optional(capacityMembers.weight_g_max),
    volume_cm3_max: Type.Optional(capacityMembers.volume_cm3_max),
    walk_order: Type.Optional(WalkOrder),
  }),
  output: Type.Object({ result: Type.Boolean(), bin_id: Ref("bin"), version: Type.Integer(), bin: Bin }),
  refusals: { code_taken: "conflict", zone_closed: "conflict" },

  async run(context, { zone_id, code, kind, walk_order = null, ...capacity }) {
    const { refuse, emit } = context;
    const zone = await getVisibleZone(context, zone_id, "for share");
    if (zone.status === "closed") throw refuse("zone_closed", { message: messages.zone_closed });
    const { warehouse_id } = zone;
    const bin = await BinRecord.insertIfAbsent(context, {
      warehouse_id,
      zone_id,
      code,
      kind,
      units_max: capacity.units_max ?? null,
      weight_g_max: capacity.weight_g_max ?? null,
      volume_cm3_max: capacity.volume_cm3_max ?? null,
      walk_order,
    });
    if (bin === undefined) {
      throw refuse("code_taken", {
        message: messages.code_taken,
        errors: [{ field: "code", message: messages.other_bin }],
      });
    }
    emit({
      subject: { type: "warehouse", id: warehouse_id },
      kind: "warehouse.bin_created",
      payload: { bin_id: bin.id, zone_id, code, kind },
    });
    return { result: true, bin_id: bin.id, version: bin.version, bin };
  },
});
