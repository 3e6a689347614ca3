/** An area in whose pickups the riders of a fleet are asked. Zones may overlap, also those of several fleets. */
import Type from "typebox";
import { getVisibleFleet } from "#domain/fleet/fleets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { business_messages } from "../business-messages.ts";
import { lockInstantFleet } from "../records/instant-fleet.ts";
import { buildZoneView, findCornerFaults, toPolygon, ZoneRecord } from "../records/zone.ts";
import { Corners, Zone } from "../shapes.ts";

export const createInstantZone = defineOperation({
  name: "clientInstantZoneCreate",
  summary: "Create a zone",
  destructive: false,
  access: { scopes: ["fleets:write"] },
  feature: "instant_deliver",
  rest: { method: "POST", path: "/api/v1/client/instant/zones", status: 201 },
  input: Type.Object({
    fleet_id: Ref("fleet"),
    name: Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" }),
    corners: Corners,
  }),
  output: Type.Object({ result: Type.Boolean(), zone: Zone }),
  refusals: { not_set_up: "conflict", name_taken: "conflict", wrong_corners: "invalid" },

  async run(context, { fleet_id, name, corners }) {
    const { emit, refuse } = context;
    await getVisibleFleet(context, fleet_id, true);
    if ((await lockInstantFleet(context, fleet_id)) === undefined)
      throw refuse("not_set_up", { message: business_messages.not_set_up });
    const errors = findCornerFaults(corners);
    if (errors[0] !== undefined) throw refuse("wrong_corners", { message: errors[0].message, errors });
    const zone = await ZoneRecord.insertIfAbsent(context, {
      fleet_id,
      name,
      corners,
      area: toPolygon(corners),
    });
    if (zone === undefined) throw refuse("name_taken", { message: business_messages.name_taken });
    emit({
      subject: { type: "instant_zone", id: zone.id, is_new: true },
      kind: "instant_zone.created",
      payload: { fleet_id },
    });
    return { result: true, zone: buildZoneView(zone) };
  },
});
