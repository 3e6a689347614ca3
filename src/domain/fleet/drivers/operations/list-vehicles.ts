/** Vehicles of the business by plate; for a contractor those that its own drivers drive. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import type { VehicleRow } from "../records/vehicle.ts";
import { VEHICLE_STATUSES, Vehicle } from "../shapes.ts";
import { getVehicleContractor, isVehicleVisible } from "../visibility.ts";

export const listVehicles = defineList({
  name: "clientVehicles",
  summary: "List vehicles",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["drivers:read"] },
  rest: { method: "GET", path: "/api/v1/client/vehicles" },
  filters: { status: filter(StringEnum(VEHICLE_STATUSES)) },
  rows: { vehicles: Type.Array(Vehicle) },
  from: "vehicle",
  where: isVehicleVisible("$contractor"),
  order: "plate, id",
  values: ({ actor }) => ({ contractor: getVehicleContractor(actor) }),
  build: (row: VehicleRow) => row,
});
