/** The events of fleets and shifts. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { SHIFT_STATUSES } from "./status.ts";

const fleet = { subjects: ["fleet"], scope: "fleets:read" } as const;
const shift = { subjects: ["shift"], scope: "fleets:read", topics: ["dispatch"] } as const;
/** Its driver gets these too. */
const to_driver = { ...shift, topics: ["dispatch", "driver"] } as const;
const facts = {
  fleet_id: Id,
  driver_id: Nullable(Id),
  status: StringEnum(SHIFT_STATUSES),
};
const times = { starts_at: Timestamp, ends_at: Timestamp };
const Members = Type.Object({ added: Type.Array(Id), removed: Type.Array(Id) });

export const events = defineEvents(
  {
    "fleet.created": {
      ...fleet,
      summary: "A fleet was created.",
      payload: Type.Object({ contractor_id: Nullable(Id) }),
    },
    "fleet.changed": {
      ...fleet,
      summary: "A fleet was changed or closed.",
      payload: Type.Object({ changed: Type.Array(Type.String()), status: Type.String() }),
    },
    "fleet.drivers_changed": { ...fleet, summary: "Drivers joined or left a fleet.", payload: Members },
    "fleet.captains_changed": {
      ...fleet,
      summary: "Drivers became captains of a fleet, or are no longer.",
      payload: Members,
    },
    "fleet.vehicles_changed": {
      ...fleet,
      summary: "Vehicles were added to a fleet or removed from it.",
      payload: Members,
    },
    "fleet.template_created": {
      ...fleet,
      summary: "A week of shifts was kept as a template.",
      payload: Type.Object({ shift_template_id: Id, shifts: Type.Integer() }),
    },
    "fleet.template_deleted": {
      ...fleet,
      summary: "A template of a fleet was deleted.",
      payload: Type.Object({ shift_template_id: Id }),
    },
    "fleet.settings_changed": {
      subjects: ["business"],
      scope: "settings:read",
      summary: "The rules for hours and rest were changed.",
      payload: Type.Object({ members: Type.Array(Type.String()) }),
    },
    "driver.availability_changed": {
      subjects: ["driver"],
      scope: "fleets:read",
      summary: "When a driver is available was changed.",
      payload: Type.Object({ weekly: Type.Integer(), time_off: Type.Integer() }),
    },
    "shift.created": {
      ...shift,
      summary: "A shift was created.",
      payload: Type.Object({ ...facts, ...times }),
    },
    "shift.changed": {
      ...to_driver,
      push_type: "shift_changed",
      summary: "Times, vehicle or other members of a shift were changed.",
      payload: Type.Object({ ...facts, ...times, changed: Type.Array(Type.String()) }),
    },
    "shift.published": {
      ...to_driver,
      push_type: "shift_assigned",
      summary: "A shift was published: to its driver, or for the fleet to take.",
      payload: Type.Object({ ...facts, ...times }),
      public_types: ["shift.published"],
    },
    "shift.assigned": {
      ...to_driver,
      push_type: "shift_assigned",
      summary: "A shift got another driver, or none.",
      payload: Type.Object({ ...facts, ...times, former_driver_id: Nullable(Id) }),
      public_types: ["shift.assigned"],
    },
    "shift.claimed": {
      ...to_driver,
      summary: "A driver took a shift.",
      payload: Type.Object({ ...facts, ...times, route_id: Nullable(Id) }),
      public_types: ["shift.claimed"],
    },
    "shift.cancelled": {
      ...to_driver,
      push_type: "shift_cancelled",
      summary: "A shift was cancelled.",
      payload: Type.Object(facts),
      public_types: ["shift.cancelled"],
    },
    "shift.started": {
      ...to_driver,
      summary: "A driver began a shift.",
      payload: Type.Object({ ...facts, late_min: Type.Integer() }),
      public_types: ["shift.started"],
    },
    "shift.break": {
      ...to_driver,
      summary: "A driver began or ended a break.",
      payload: Type.Object({ ...facts, break_taken_min: Type.Integer() }),
    },
    "shift.ended": {
      ...to_driver,
      summary: "A driver ended a shift.",
      payload: Type.Object({ ...facts, worked_min: Type.Integer() }),
      public_types: ["shift.ended"],
    },
    "shift.no_show": {
      ...to_driver,
      summary: "A driver did not begin a shift in time.",
      payload: Type.Object(facts),
      public_types: ["shift.no_show"],
    },
    "shift.swap_requested": {
      ...to_driver,
      push_type: "shift_swap_requested",
      summary: "A driver asked another one to take a shift.",
      payload: Type.Object({ fleet_id: Id, swap_id: Id, driver_id: Id, for_shift_id: Nullable(Id) }),
    },
    "shift.swap_ended": {
      ...to_driver,
      push_type: "shift_swap_ended",
      summary: "A request to swap was accepted, declined, withdrawn, or lapsed.",
      payload: Type.Object({ fleet_id: Id, swap_id: Id, driver_id: Id, status: Type.String() }),
    },
  },
  {
    "shift.published": "A shift was published.",
    "shift.assigned": "A shift got another driver, or none.",
    "shift.claimed": "A driver took a shift.",
    "shift.cancelled": "A shift was cancelled.",
    "shift.started": "A driver began a shift.",
    "shift.ended": "A driver ended a shift.",
    "shift.no_show": "A driver did not begin a shift in time.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
