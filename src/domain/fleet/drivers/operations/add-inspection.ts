/**
 * Record a walk-around check of a vehicle: odometer, defects, pictures. It passes unless a defect is unsafe; an unsafe
 * one opens an attention item, because a person must decide whether the vehicle may be driven.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { attachFiles } from "#operation/files/attached-files.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Count, Nullable, Timestamp } from "#vocabulary/basics.ts";
import { parseEpochMs } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { checkVehicle } from "../change-driver.ts";
import { messages } from "../messages.ts";
import { InspectionRecord } from "../records/driver-inspection.ts";
import { Defect, Inspection } from "../shapes.ts";
import { DRIVER_ROLES, findUnknownFiles, getVisibleDriver } from "../visibility.ts";

export const addInspection = defineOperation({
  name: "driverinfoInspectionAdd",
  summary: "Record a vehicle inspection",
  access: { roles: DRIVER_ROLES, scopes: ["drivers:write"] },
  rest: { method: "POST", path: "/api/v1/driverinfo/{driver_id}/inspections", status: 201 },
  input: Type.Object({
    driver_id: Ref("driver"),
    vehicle_id: Type.Optional(Nullable(Ref("vehicle"))),
    odometer_km: Type.Optional(Count),
    defects: Type.Optional(Type.Array(Defect, { maxItems: 50 })),
    file_ids: Type.Optional(Type.Array(Ref("file"), { maxItems: 20, uniqueItems: true })),
    note: Type.Optional(Type.String({ maxLength: 1000 })),
    inspected_at: Type.Optional(Timestamp),
  }),
  output: Type.Object({ result: Type.Boolean(), inspection: Inspection }),
  refusals: { unknown_vehicle: "invalid", unknown_file: "invalid" },

  async run(
    context,
    { driver_id, vehicle_id, odometer_km, defects = [], file_ids = [], note, inspected_at },
  ) {
    const { actor, now, emit, refuse } = context;
    const driver = await getVisibleDriver(context, driver_id, { lock: true });
    await checkVehicle(context, vehicle_id);
    const unknown = await findUnknownFiles(context, file_ids);
    if (unknown.length > 0) {
      throw refuse("unknown_file", {
        message: messages.unknown_file,
        errors: unknown.map((id) => ({
          field: `file_ids/${file_ids.indexOf(id)}`,
          message: fields.file_of_another,
        })),
      });
    }
    const passed = !defects.some((defect) => defect.severity === "unsafe");
    const at = new Date(
      Math.min(
        (inspected_at === undefined ? undefined : parseEpochMs(inspected_at)) ?? now.getTime(),
        now.getTime(),
      ),
    );
    const vehicle = vehicle_id === undefined ? driver.vehicle_id : vehicle_id;
    const row = await InspectionRecord.insert(context, {
      driver_id,
      vehicle_id: vehicle,
      odometer_km: odometer_km ?? null,
      defects,
      file_ids,
      passed,
      note: note ?? "",
      inspected_at: at.toISOString(),
      created_by: actor.account_id as number,
    });
    await attachFiles(
      context,
      file_ids.map((file_id) => ({ file_id, subject: { type: "driver", id: driver_id } })),
    );
    emit({
      subject: { type: "driver_inspection", id: row.id, is_new: true },
      kind: "driver.vehicle_inspected",
      payload: {
        driver_id,
        vehicle_id: vehicle,
        passed,
        defects: defects.length,
        odometer_km: odometer_km ?? null,
      },
      occurred_at: at.toISOString(),
    });
    return { result: true, inspection: row };
  },
});
