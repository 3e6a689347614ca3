/** Change a vehicle. A retired one or one in maintenance stays set for its drivers, but is not used for their routes. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { VEHICLE_COLUMNS, VehicleAnswer, type VehicleRow, vehicleMembers } from "../shapes.ts";

export const updateVehicle = defineOperation({
  name: "clientVehicleUpdate",
  summary: "Change a vehicle",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["drivers:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/vehicles/{vehicle_id}" },
  input: Type.Object({
    vehicle_id: Id,
    plate: Type.Optional(Type.String({ minLength: 1, maxLength: 20, pattern: "\\S" })),
    ...vehicleMembers,
  }),
  output: VehicleAnswer,
  refusals: { plate_taken: "conflict" },

  async run(context, { vehicle_id, ...set }) {
    const { db, business_id, emit, refuse, expectVersion } = context;
    const before = await db.row<VehicleRow>(
      `select ${VEHICLE_COLUMNS} from vehicle where business_id = $1 and id = $2 for update`,
      [business_id, vehicle_id],
    );
    if (before === undefined) throw refuse("not_found", { message: messages.unknown_vehicle });
    expectVersion(before.version);
    const after: VehicleRow = {
      ...before,
      ...set,
      plate: (set.plate ?? before.plate).trim(),
      version: before.version + 1,
    };
    const duplicate =
      after.plate === before.plate
        ? undefined
        : await db.row("select id from vehicle where business_id = $1 and plate = $2", [
            business_id,
            after.plate,
          ]);
    if (duplicate !== undefined)
      throw refuse("plate_taken", {
        message: messages.plate_taken,
        errors: [{ field: "plate", message: "is another vehicle's" }],
      });
    await db.execute(
      `update vehicle set plate = $3, name = $4, type = $5, capacity_weight_g = $6, capacity_volume_cm3 = $7, capacity_units = $8,
         capacity_pallets = $9, load_length_mm = $10, load_width_mm = $11, load_height_mm = $12, status = $13, version = $14
        where business_id = $1 and id = $2`,
      [
        business_id,
        vehicle_id,
        after.plate,
        after.name,
        after.type,
        after.capacity_weight_g,
        after.capacity_volume_cm3,
        after.capacity_units,
        after.capacity_pallets,
        after.load_length_mm,
        after.load_width_mm,
        after.load_height_mm,
        after.status,
        after.version,
      ],
    );
    const changed = Object.keys(set) as (keyof VehicleRow)[];
    const pickChanged = (row: VehicleRow) => Object.fromEntries(changed.map((key) => [key, row[key]]));
    emit({
      subject: { type: "vehicle", id: vehicle_id },
      kind: "vehicle.changed",
      payload: { changed },
      before: pickChanged(before),
      after: pickChanged(after),
    });
    return { result: true, version: after.version, vehicle: after };
  },
});
