/** Vehicles of the business by plate; for a contractor those that its own drivers drive. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import type { VehicleRow } from "../records/vehicle.ts";
import { VEHICLE_STATUSES, Vehicle } from "../shapes.ts";
import { getVehicleContractor, isVehicleVisible } from "../visibility.ts";

export const listVehicles = defineOperation({
  name: "clientVehicles",
  summary: "List vehicles",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["drivers:read"] },
  rest: { method: "GET", path: "/api/v1/client/vehicles" },
  input: Type.Object({ ...PageInput, status: Type.Optional(StringEnum(VEHICLE_STATUSES)) }),
  output: Type.Object({ ...PageOutput, vehicles: Type.Array(Vehicle) }),

  async run({ actor, db, business_id }, { status, ...paging }) {
    const { page, per_page, offset } = readPaging(paging);
    const condition = `business_id = $1 and ($2::text is null or status = $2) and ${isVehicleVisible("$3")}`;
    const values = [business_id, status ?? null, getVehicleContractor(actor)];
    const [vehicles, counted] = await Promise.all([
      db.rows<VehicleRow>(`select * from vehicle where ${condition} order by plate, id limit $4 offset $5`, [
        ...values,
        per_page,
        offset,
      ]),
      db.row<{ n: number }>(`select count(*) as n from vehicle where ${condition}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, vehicles };
  },
});
