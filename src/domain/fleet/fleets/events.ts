/** The events of fleets and shifts. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { SHIFT_STATUSES } from "./status.ts";

const fleet = groupEvents({ record_kinds: ["fleet"], scope: "fleets:read" });
const shift = groupEvents({ record_kinds: ["shift"], scope: "fleets:read", topics: ["dispatch"] });
/** Its driver gets these too. */
const to_driver = groupEvents({
  record_kinds: ["shift"],
  scope: "fleets:read",
  topics: ["dispatch", "driver"],
});
const facts = {
  fleet_id: Id,
  driver_id: Nullable(Id),
  status: StringEnum(SHIFT_STATUSES),
};
const times = { starts_at: Timestamp, ends_at: Timestamp };
const Members = Type.Object({ added: Type.Array(Id), removed: Type.Array(Id) });

export const events = defineEvents(
  {
    "fleet.created": fleet("A fleet was created.", { contractor_id: Nullable(Id) }),
    "fleet.changed": fleet("A fleet was changed or closed.", {
      changed: Type.Array(Type.String()),
      status: Type.String(),
    }),
    "fleet.drivers_changed": fleet("Drivers joined or left a fleet.", Members),
    "fleet.captains_changed": fleet("Drivers became captains of a fleet, or are no longer.", Members),
    "fleet.vehicles_changed": fleet("Vehicles were added to a fleet or removed from it.", Members),
    "fleet.template_created": fleet("A week of shifts was kept as a template.", {
      shift_template_id: Id,
      shifts: Type.Integer(),
    }),
    "fleet.template_deleted": fleet("A template of a fleet was deleted.", { shift_template_id: Id }),
    "fleet.settings_changed": {
      record_kinds: ["business"],
      scope: "settings:read",
      summary: "The rules for hours and rest were changed.",
      payload: Type.Object({ members: Type.Array(Type.String()) }),
    },
    "driver.availability_changed": {
      record_kinds: ["driver"],
      scope: "fleets:read",
      summary: "When a driver is available was changed.",
      payload: Type.Object({ weekly: Type.Integer(), time_off: Type.Integer() }),
    },
    "shift.created": shift("A shift was created.", { ...facts, ...times }),
    "shift.changed": to_driver(
      "Times, vehicle or other members of a shift were changed.",
      { ...facts, ...times, changed: Type.Array(Type.String()) },
      { push_type: "shift_changed" },
    ),
    "shift.published": to_driver(
      "A shift was published: to its driver, or for the fleet to take.",
      { ...facts, ...times },
      { push_type: "shift_assigned", public_types: ["shift.published"] },
    ),
    "shift.assigned": to_driver(
      "A shift got another driver, or none.",
      { ...facts, ...times, former_driver_id: Nullable(Id) },
      { push_type: "shift_assigned", public_types: ["shift.assigned"] },
    ),
    "shift.claimed": to_driver(
      "A driver took a shift.",
      { ...facts, ...times, route_id: Nullable(Id) },
      { public_types: ["shift.claimed"] },
    ),
    "shift.cancelled": to_driver("A shift was cancelled.", facts, {
      push_type: "shift_cancelled",
      public_types: ["shift.cancelled"],
    }),
    "shift.started": to_driver(
      "A driver began a shift.",
      { ...facts, late_min: Type.Integer() },
      { public_types: ["shift.started"] },
    ),
    "shift.break": to_driver("A driver began or ended a break.", {
      ...facts,
      break_taken_min: Type.Integer(),
    }),
    "shift.ended": to_driver(
      "A driver ended a shift.",
      { ...facts, worked_min: Type.Integer() },
      { public_types: ["shift.ended"] },
    ),
    "shift.no_show": to_driver("A driver did not begin a shift in time.", facts, {
      public_types: ["shift.no_show"],
    }),
    "shift.swap_requested": to_driver(
      "A driver asked another one to take a shift.",
      { fleet_id: Id, swap_id: Id, driver_id: Id, for_shift_id: Nullable(Id) },
      { push_type: "shift_swap_requested" },
    ),
    "shift.swap_ended": to_driver(
      "A request to swap was accepted, declined, withdrawn, or lapsed.",
      { fleet_id: Id, swap_id: Id, driver_id: Id, status: Type.String() },
      { push_type: "shift_swap_ended" },
    ),
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
