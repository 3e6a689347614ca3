/** List the walk-around checks of a driver, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import type { InspectionRow } from "../records/driver-inspection.ts";
import { Inspection } from "../shapes.ts";
import { DRIVER_ROLES, getVisibleDriver } from "../visibility.ts";

export const listInspections = defineOperation({
  name: "driverinfoInspections",
  summary: "List vehicle inspections of a driver",
  effect: "read",
  access: { roles: DRIVER_ROLES, scopes: ["drivers:read"] },
  rest: { method: "GET", path: "/api/v1/driverinfo/{driver_id}/inspections" },
  input: Type.Object({ driver_id: Id, ...PageInput }),
  output: Type.Object({ ...PageOutput, inspections: Type.Array(Inspection) }),

  async run(context, { driver_id, ...paging }) {
    const { db, business_id } = context;
    const { page, per_page, offset } = readPaging(paging);
    await getVisibleDriver(context, driver_id, { lock: false });
    const [inspections, counted] = await Promise.all([
      db.rows<InspectionRow>(
        `select * from driver_inspection where business_id = $1 and driver_id = $2
          order by id desc limit $3 offset $4`,
        [business_id, driver_id, per_page, offset],
      ),
      db.row<{ n: number }>(
        "select count(*) as n from driver_inspection where business_id = $1 and driver_id = $2",
        [business_id, driver_id],
      ),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, inspections };
  },
});
