/** Vehicles: what one is and how it is stored. */
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { VEHICLE_STATUSES } from "../shapes.ts";

export interface VehicleRow extends Row<"vehicle"> {
  status: (typeof VEHICLE_STATUSES)[number];
}

export const VehicleRecord = defineRecord<"vehicle", VehicleRow>("vehicle", messages.unknown_vehicle);
