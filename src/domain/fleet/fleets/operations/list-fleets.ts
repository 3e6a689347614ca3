/** Fleets that the caller may see: all of the business, those of a contractor, the one of a driver. By name. */

import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES, findCaptainedFleet, getFleetReach, VISIBLE_FLEET } from "../access.ts";
import { buildFleet, type FleetView, selectFleets } from "../records/fleet.ts";
import { Fleet } from "../shapes.ts";

export const listFleets = defineList({
  name: "fleets",
  summary: "List fleets",
  access: { roles: FLEET_ROLES, scopes: ["fleets:read"] },
  rest: { method: "GET", path: "/api/v1/fleets" },
  localised: true,
  filters: {
    status: filter(StringEnum(["active", "closed"])),
    contractor_id: filter(Ref("contractor")),
  },
  rows: { fleets: Type.Array(Fleet) },
  from: "fleet f",
  select: selectFleets("$now"),
  where: VISIBLE_FLEET,
  order: "f.status, lower(f.name), f.id",
  values: async (context) => ({
    ...getFleetReach(context.actor),
    now: context.now,
    captained: await findCaptainedFleet(context),
  }),
  build: (row: FleetView, { actor }, { captained }) =>
    buildFleet(row, actor.role !== "driver" ? "manage" : captained === row.id ? "captain" : "member"),
});
