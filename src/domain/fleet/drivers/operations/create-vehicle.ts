/** Add a vehicle. An omitted capacity means no limit. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { VEHICLE_COLUMNS, VehicleAnswer, type VehicleRow, vehicleMembers } from "../shapes.ts";

export const createVehicle = defineOperation({
  name: "clientVehicleCreate",
  summary: "Add a vehicle",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["drivers:write"] },
  rest: { method: "POST", path: "/api/v1/client/vehicles", status: 201 },
  input: Type.Object({
    plate: Type.String({ minLength: 1, maxLength: 20, pattern: "\\S" }),
    ...vehicleMembers,
  }),
  output: VehicleAnswer,
  refusals: { plate_taken: "conflict" },

  async run(context, input) {
    const { db, business_id, emit, refuse } = context;
    const vehicle = await db.row<VehicleRow>(
      `insert into vehicle (business_id, plate, name, type, capacity_weight_g, capacity_volume_cm3, capacity_units,
         capacity_pallets, load_length_mm, load_width_mm, load_height_mm, status)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (business_id, plate) do nothing returning ${VEHICLE_COLUMNS}`,
      [
        business_id,
        input.plate.trim(),
        input.name ?? "",
        input.type ?? "van",
        input.capacity_weight_g ?? null,
        input.capacity_volume_cm3 ?? null,
        input.capacity_units ?? null,
        input.capacity_pallets ?? null,
        input.load_length_mm ?? null,
        input.load_width_mm ?? null,
        input.load_height_mm ?? null,
        input.status ?? "active",
      ],
    );
    if (vehicle === undefined)
      throw refuse("plate_taken", {
        message: messages.plate_taken,
        errors: [{ field: "plate", message: "is another vehicle's" }],
      });
    const { id, plate, name, type, status } = vehicle;
    emit({
      subject: { type: "vehicle", id, is_new: true },
      kind: "vehicle.created",
      payload: { plate, type, status },
      before: null,
      after: { plate, name, type, status },
    });
    return { result: true, version: vehicle.version, vehicle };
  },
});
