/** Vehicles of the business by plate. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Words } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { VEHICLE_COLUMNS, VEHICLE_STATUSES, Vehicle, type VehicleRow } from "../shapes.ts";

export const listVehicles = defineOperation({
  name: "clientVehicles",
  summary: "List vehicles",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["drivers:read"] },
  rest: { method: "GET", path: "/api/v1/client/vehicles" },
  input: Type.Object({ ...PageInput, status: Type.Optional(Words(VEHICLE_STATUSES)) }),
  output: Type.Object({ ...PageOutput, vehicles: Type.Array(Vehicle) }),

  async run({ db, business_id }, { status, ...paging }) {
    const { page, per_page, offset } = pageOf(paging);
    const condition = "business_id = $1 and ($2::text is null or status = $2)";
    const [vehicles, counted] = await Promise.all([
      db.rows<VehicleRow>(
        `select ${VEHICLE_COLUMNS} from vehicle where ${condition} order by plate, id limit $3 offset $4`,
        [business_id, status ?? null, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from vehicle where ${condition}`, [
        business_id,
        status ?? null,
      ]),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, vehicles };
  },
});
