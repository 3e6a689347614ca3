/** The events of drivers, their documents and inspections, and of vehicles. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { CalendarDate, Count, Id, Nullable } from "#vocabulary/basics.ts";

const driver = groupEvents({ record_kinds: ["driver"], scope: "drivers:read", topics: ["driver"] });
const document = groupEvents({ record_kinds: ["driver_document"], scope: "drivers:read" });
const vehicle = groupEvents({ record_kinds: ["vehicle"], scope: "drivers:read" });
const Changed = Type.Object({ changed: Type.Array(Type.String()), status: Type.String() });
const Document = Type.Object({ driver_id: Id, kind: Type.String(), expires_date: Nullable(CalendarDate) });

export const events = defineEvents(
  {
    "driver.duty": {
      summary: "A driver went on or off duty, or took a break.",
      record_kinds: ["driver"],
      scope: "drivers:read",
      topics: ["dispatch", "driver"],
      payload: Type.Object({ state: Type.String(), duty: Type.String() }),
      public_types: ["driver.duty"],
    },
    "driver.created": driver("A driver was created or registered.", {
      account_id: Id,
      source: Type.String(),
      status: Type.String(),
    }),
    "driver.changed": driver("The business changed a driver.", Changed),
    "driver.approved": driver("A registered driver was approved.", Changed),
    "driver.suspended": driver("A driver was suspended.", Changed),
    "driver.profile_changed": driver("A driver changed their profile.", Changed),
    "driver.document_submitted": document("A document of a driver was submitted.", Document),
    "driver.document_accepted": document("A document of a driver was accepted.", Document),
    "driver.document_refused": document("A document of a driver was refused.", Document),
    "driver.vehicle_inspected": {
      summary: "A driver inspected a vehicle.",
      record_kinds: ["driver_inspection"],
      scope: "drivers:read",
      payload: Type.Object({
        driver_id: Id,
        vehicle_id: Nullable(Id),
        passed: Type.Boolean(),
        defects: Count,
        odometer_km: Nullable(Type.Number()),
      }),
    },
    "vehicle.created": vehicle("A vehicle was created.", {
      plate: Nullable(Type.String()),
      type: Type.String(),
      status: Type.String(),
    }),
    "vehicle.changed": vehicle("A vehicle was changed.", { changed: Type.Array(Type.String()) }),
  },
  { "driver.duty": "A driver went on or off duty, or took a break." },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
