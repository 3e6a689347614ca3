/** Change a vehicle. A retired one or one in maintenance stays set for its drivers, but is not used for their routes. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { VehicleRecord, type VehicleRow } from "../records/vehicle.ts";
import { VehicleAnswer, vehicleMembers } from "../shapes.ts";

export const updateVehicle = defineOperation({
  name: "clientVehicleUpdate",
  summary: "Update a vehicle",
  access: { scopes: ["drivers:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/vehicles/{vehicle_id}" },
  input: Type.Object({
    vehicle_id: Ref("vehicle"),
    plate: Type.Optional(Type.String({ minLength: 1, maxLength: 20, pattern: "\\S" })),
    ...vehicleMembers,
  }),
  output: VehicleAnswer,
  refusals: { plate_taken: "conflict" },

  async run(context, { vehicle_id, ...set }) {
    const { db, business_id, emit, refuse, expectVersion } = context;
    const before = await VehicleRecord.getLocked(context, vehicle_id);
    expectVersion(before.version);
    const plate = (set.plate ?? before.plate).trim();
    const duplicate =
      plate === before.plate
        ? undefined
        : await db.row("select id from vehicle where business_id = $1 and plate = $2", [business_id, plate]);
    if (duplicate !== undefined)
      throw refuse("plate_taken", {
        message: messages.plate_taken,
        errors: [{ field: "plate", message: messages.other_vehicle }],
      });
    const after = await VehicleRecord.change(context, before, { ...set, plate });
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
