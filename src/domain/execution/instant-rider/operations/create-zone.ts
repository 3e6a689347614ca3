/** An area in whose pickups the riders of a fleet are asked. Zones may overlap, also those of several fleets. */
import Type from "typebox";
import { getVisibleFleet } from "#domain/fleet/fleets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { business_messages } from "../business-messages.ts";
import { Corners, Zone } from "../shapes.ts";
import type { ZoneRow } from "../tables.ts";
import { findCornerFaults, lockInstantFleet, toPolygon, ZONE_COLUMNS } from "../zones.ts";

export const createInstantZone = defineOperation({
  name: "clientInstantZoneCreate",
  summary: "Create a zone",
  effect: "write",
  adds_only: true,
  access: { roles: BUSINESS_ROLES, scopes: ["fleets:write"] },
  feature: "instant_deliver",
  rest: { method: "POST", path: "/api/v1/client/instant/zones", status: 201 },
  input: Type.Object({
    fleet_id: Id,
    name: Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" }),
    corners: Corners,
  }),
  output: Type.Object({ result: Type.Boolean(), zone: Zone }),
  refusals: { not_set_up: "conflict", name_taken: "conflict", wrong_corners: "invalid" },

  async run(context, { fleet_id, name, corners }) {
    const { db, business_id, now, emit, refuse } = context;
    await getVisibleFleet(context, fleet_id, true);
    if ((await lockInstantFleet(context, fleet_id)) === undefined)
      throw refuse("not_set_up", { message: business_messages.not_set_up });
    const errors = findCornerFaults(context, corners);
    if (errors.length > 0) throw refuse("wrong_corners", { message: errors[0]?.message ?? "", errors });
    const zone = await db.row<ZoneRow>(
      `insert into instant_zone (business_id, fleet_id, name, corners, area, created_at) values ($1, $2, $3, $4, $5::polygon, $6)
       on conflict (business_id, fleet_id, lower(name)) do nothing returning ${ZONE_COLUMNS}`,
      [business_id, fleet_id, name, JSON.stringify(corners), toPolygon(corners), now],
    );
    if (zone === undefined) throw refuse("name_taken", { message: business_messages.name_taken });
    emit({
      subject: { type: "instant_zone", id: zone.id, is_new: true },
      kind: "instant_zone.created",
      payload: { fleet_id },
    });
    const { business_id: _business, ...view } = zone;
    return { result: true, zone: view };
  },
});
