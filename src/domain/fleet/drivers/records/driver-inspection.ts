/** Walk-around checks of vehicles: what one is and how it is stored. */
import type Type from "typebox";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Defect } from "../shapes.ts";

export interface InspectionRow extends Row<"driver_inspection"> {
  defects: Type.Static<typeof Defect>[];
}

export const InspectionRecord = defineRecord<"driver_inspection", InspectionRow>("driver_inspection");
