/** Change the name or kind of a zone. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getVisibleZone, ZoneRecord } from "../records/zone.ts";
import { Name, ZONE_KINDS, Zone } from "../shapes.ts";

export const updateZone = defineOperation({
  name: "warehouseZoneUpdate",
  summary: "Update a zone",
  access: { scopes: ["wms:write"] },
  rest: { method: "PATCH", path: "/api/v1/wms/zones/{zone_id}" },
  input: Type.Object({
    zone_id: Ref("zone"),
    name: Type.Optional(Name),
    kind: Type.Optional(StringEnum(ZONE_KINDS)),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), zone: Zone }),
  refusals: { zone_closed: "conflict" },

  async run(context, { zone_id, name, kind }) {
    const { refuse, expectVersion, emit } = context;
    const old = await getVisibleZone(context, zone_id, "for update");
    expectVersion(old.version);
    if (old.status === "closed") throw refuse("zone_closed", { message: messages.zone_closed });
    const zone = await ZoneRecord.change(context, old, {
      name: name?.trim() ?? old.name,
      kind: kind ?? old.kind,
    });
    emit({
      subject: { type: "warehouse", id: zone.warehouse_id },
      kind: "warehouse.zone_changed",
      payload: { zone_id },
      before: { name: old.name, kind: old.kind },
      after: { name: zone.name, kind: zone.kind },
    });
    return { result: true, version: zone.version, zone };
  },
});
