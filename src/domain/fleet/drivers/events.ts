/** The events of drivers, their documents and inspections, and of vehicles. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { CalendarDate, Count, Id, Nullable } from "#vocabulary/basics.ts";

const driver = { subjects: ["driver"], scope: "drivers:read", topics: ["driver"] } as const;
const document = { subjects: ["driver_document"], scope: "drivers:read" } as const;
const vehicle = { subjects: ["vehicle"], scope: "drivers:read" } as const;
const Changed = Type.Object({ changed: Type.Array(Type.String()), status: Type.String() });
const Document = Type.Object({ driver_id: Id, kind: Type.String(), expires_date: Nullable(CalendarDate) });

export const events = defineEvents(
  {
    "driver.duty": {
      summary: "A driver went on or off duty, or took a break.",
      subjects: ["driver"],
      scope: "drivers:read",
      topics: ["dispatch", "driver"],
      payload: Type.Object({ state: Type.String(), duty: Type.String() }),
      public_types: ["driver.duty"],
    },
    "driver.created": {
      ...driver,
      summary: "A driver was created or registered.",
      payload: Type.Object({ account_id: Id, source: Type.String(), status: Type.String() }),
    },
    "driver.changed": { ...driver, summary: "The business changed a driver.", payload: Changed },
    "driver.approved": { ...driver, summary: "A registered driver was approved.", payload: Changed },
    "driver.suspended": { ...driver, summary: "A driver was suspended.", payload: Changed },
    "driver.profile_changed": { ...driver, summary: "A driver changed their profile.", payload: Changed },
    "driver.document_submitted": {
      ...document,
      summary: "A document of a driver was submitted.",
      payload: Document,
    },
    "driver.document_accepted": {
      ...document,
      summary: "A document of a driver was accepted.",
      payload: Document,
    },
    "driver.document_refused": {
      ...document,
      summary: "A document of a driver was refused.",
      payload: Document,
    },
    "driver.vehicle_inspected": {
      summary: "A driver inspected a vehicle.",
      subjects: ["driver_inspection"],
      scope: "drivers:read",
      payload: Type.Object({
        driver_id: Id,
        vehicle_id: Nullable(Id),
        passed: Type.Boolean(),
        defects: Count,
        odometer_km: Nullable(Type.Number()),
      }),
    },
    "vehicle.created": {
      ...vehicle,
      summary: "A vehicle was created.",
      payload: Type.Object({ plate: Nullable(Type.String()), type: Type.String(), status: Type.String() }),
    },
    "vehicle.changed": {
      ...vehicle,
      summary: "A vehicle was changed.",
      payload: Type.Object({ changed: Type.Array(Type.String()) }),
    },
  },
  { "driver.duty": "A driver went on or off duty, or took a break." },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
