/** List the walk-around checks of a driver, newest first. */
import Type from "typebox";
import { defineList, required } from "#operation/define/list.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { InspectionRow } from "../records/driver-inspection.ts";
import { Inspection } from "../shapes.ts";
import { DRIVER_ROLES, getVisibleDriver } from "../visibility.ts";

export const listInspections = defineList({
  name: "driverinfoInspections",
  summary: "List vehicle inspections of a driver",
  access: { roles: DRIVER_ROLES, scopes: ["drivers:read"] },
  rest: { method: "GET", path: "/api/v1/driverinfo/{driver_id}/inspections" },
  within: { driver_id: required(Ref("driver")) },
  rows: { inspections: Type.Array(Inspection) },
  from: "driver_inspection",
  order: "id desc",
  async values(context, { driver_id }) {
    await getVisibleDriver(context, driver_id, { lock: false });
    return {};
  },
  build: (row: InspectionRow) => row,
});
