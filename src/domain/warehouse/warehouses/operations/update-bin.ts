/** Change the kind, capacity or place on the walk of a bin, or move it to another zone of its warehouse. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { BinRecord, getVisibleBin } from "../records/bin.ts";
import { findZone } from "../records/zone.ts";
import { BIN_KINDS, Bin, capacityMembers, WalkOrder } from "../shapes.ts";

export const updateBin = defineOperation({
  name: "warehouseBinUpdate",
  summary: "Update a bin",
  access: { scopes: ["wms:write"] },
  rest: { method: "PATCH", path: "/api/v1/wms/bins/{bin_id}" },
  input: Type.Object({
    bin_id: Ref("bin"),
    zone_id: Type.Optional(Ref("zone")),
    kind: Type.Optional(StringEnum(BIN_KINDS)),
    units_max: Type.Optional(capacityMembers.units_max),
    weight_g_max: Type.Optional(capacityMembers.weight_g_max),
    volume_cm3_max: Type.Optional(capacityMembers.volume_cm3_max),
    walk_order: Type.Optional(WalkOrder),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), bin: Bin }),
  refusals: { bin_closed: "conflict", unknown_zone: "invalid", zone_closed: "conflict" },

  async run(context, { bin_id, ...change }) {
    const { refuse, expectVersion, emit } = context;
    const old = await getVisibleBin(context, bin_id, "for update");
    expectVersion(old.version);
    if (old.status === "closed") throw refuse("bin_closed", { message: messages.bin_closed });
    if (change.zone_id !== undefined && change.zone_id !== old.zone_id) {
      const zone = await findZone(context, change.zone_id, "for share");
      if (zone?.warehouse_id !== old.warehouse_id) {
        throw refuse("unknown_zone", {
          message: messages.unknown_zone,
          errors: [{ field: "zone_id", message: messages.no_zone_of_warehouse }],
        });
      }
      if (zone.status === "closed") throw refuse("zone_closed", { message: messages.zone_closed });
    }
    const { zone_id, kind, units_max, weight_g_max, volume_cm3_max, walk_order } = { ...old, ...change };
    const bin = await BinRecord.change(context, old, {
      zone_id,
      kind,
      units_max,
      weight_g_max,
      volume_cm3_max,
      walk_order,
    });
    emit({
      subject: { type: "warehouse", id: bin.warehouse_id },
      kind: "warehouse.bin_changed",
      payload: { bin_id, members: Object.keys(change) },
    });
    return { result: true, version: bin.version, bin };
  },
});
