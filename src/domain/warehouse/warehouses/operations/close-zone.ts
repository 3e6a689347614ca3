/** Close a zone for good, with its bins, which must be empty. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { closeBins, lockBinsInside } from "../records/bin.ts";
import { getVisibleZone, ZoneRecord } from "../records/zone.ts";
import { Zone } from "../shapes.ts";
import { countStock } from "../uses.ts";

export const closeZone = defineOperation({
  name: "warehouseZoneClose",
  summary: "Close a zone",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/zones/{zone_id}/close" },
  input: Type.Object({ zone_id: Ref("zone") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), zone: Zone }),
  refusals: { zone_closed: "conflict", zone_in_use: "conflict" },

  async run(context, { zone_id }) {
    const { db, business_id, refuse, expectVersion, emit } = context;
    const old = await getVisibleZone(context, zone_id, "for update");
    expectVersion(old.version);
    if (old.status === "closed") throw refuse("zone_closed", { message: messages.zone_closed });
    await lockBinsInside(db, business_id, { zone_id });
    const stock = await countStock(context, { zone_id });
    if (stock > 0)
      throw refuse("zone_in_use", { message: messages.zone_in_use, values: { stock }, extra: { stock } });
    await closeBins(context, { zone_id });
    const zone = await ZoneRecord.change(context, old, { status: "closed" });
    emit({
      subject: { type: "warehouse", id: zone.warehouse_id },
      kind: "warehouse.zone_closed",
      payload: { zone_id, code: old.code },
    });
    return { result: true, version: zone.version, zone };
  },
});
