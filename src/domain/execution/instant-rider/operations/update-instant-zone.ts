/** Change the name or the corners of a zone. Offers that were made stay. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { business_messages } from "../business-messages.ts";
import { buildZoneView, findCornerFaults, toPolygon, ZoneRecord } from "../records/zone.ts";
import { Corners, Zone } from "../shapes.ts";

export const updateInstantZone = defineOperation({
  name: "clientInstantZoneUpdate",
  summary: "Update a zone",
  access: { scopes: ["fleets:write"] },
  feature: "instant_deliver",
  rest: { method: "PATCH", path: "/api/v1/client/instant/zones/{instant_zone_id}" },
  input: Type.Object({
    instant_zone_id: Ref("instant_zone"),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" })),
    corners: Type.Optional(Corners),
  }),
  output: Type.Object({ result: Type.Boolean(), zone: Zone }),
  refusals: { name_taken: "conflict", wrong_corners: "invalid" },

  async run(context, { instant_zone_id, ...changes }) {
    const { db, business_id, emit, refuse } = context;
    const before = await ZoneRecord.getLocked(context, instant_zone_id);
    context.expectVersion(before.version);
    const { name = before.name, corners = before.corners } = changes;
    const errors = findCornerFaults(corners);
    if (errors[0] !== undefined) throw refuse("wrong_corners", { message: errors[0].message, errors });
    const namesake = await db.row(
      "select 1 from instant_zone where business_id = $1 and fleet_id = $2 and lower(name) = lower($3) and id <> $4",
      [business_id, before.fleet_id, name, before.id],
    );
    if (namesake !== undefined) throw refuse("name_taken", { message: business_messages.name_taken });
    const zone = await ZoneRecord.change(context, before, { name, corners, area: toPolygon(corners) });
    emit({
      subject: { type: "instant_zone", id: zone.id },
      kind: "instant_zone.changed",
      payload: { fleet_id: zone.fleet_id },
    });
    return { result: true, zone: buildZoneView(zone) };
  },
});
