/** Add a vehicle. An omitted capacity means no limit. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { messages } from "../messages.ts";
import { VehicleRecord } from "../records/vehicle.ts";
import { VehicleAnswer, vehicleMembers } from "../shapes.ts";

export const createVehicle = defineOperation({
  name: "clientVehicleCreate",
  summary: "Add a vehicle",
  access: { scopes: ["drivers:write"] },
  rest: { method: "POST", path: "/api/v1/client/vehicles", status: 201 },
  input: Type.Object({
    plate: Type.String({ minLength: 1, maxLength: 20, pattern: "\\S" }),
    ...vehicleMembers,
  }),
  output: VehicleAnswer,
  refusals: { plate_taken: "conflict" },

  async run(context, input) {
    const { emit, refuse } = context;
    const vehicle = await VehicleRecord.insertIfAbsent(context, {
      plate: input.plate.trim(),
      name: input.name ?? "",
      type: input.type ?? "van",
      capacity_weight_g: input.capacity_weight_g ?? null,
      capacity_volume_cm3: input.capacity_volume_cm3 ?? null,
      capacity_units: input.capacity_units ?? null,
      capacity_pallets: input.capacity_pallets ?? null,
      load_length_mm: input.load_length_mm ?? null,
      load_width_mm: input.load_width_mm ?? null,
      load_height_mm: input.load_height_mm ?? null,
      status: input.status ?? "active",
    });
    if (vehicle === undefined)
      throw refuse("plate_taken", {
        message: messages.plate_taken,
        errors: [{ field: "plate", message: messages.other_vehicle }],
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
