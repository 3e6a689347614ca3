/** The events of jobs and riders. No prices and no personal data. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable, Timestamp } from "#vocabulary/basics.ts";
import { JOB_STATES } from "./rules.ts";

const Job = Type.Object({
  order_id: Id,
  state: Type.String({ description: JOB_STATES.join(", ") }),
  driver_id: Nullable(Id),
  reason: Type.Optional(Nullable(Type.String())),
  return_reason: Type.Optional(Type.String({ description: "Code of a return reason." })),
  offer_id: Type.Optional(Id),
  expires_at: Type.Optional(Timestamp),
  proofs: Type.Optional(Count),
  former_driver_id: Type.Optional(Id),
});
const job = {
  subjects: ["instant_job"],
  scope: "orders:read",
  topics: ["dispatch", "driver"],
  payload: Job,
} as const;
const setup = { scope: "fleets:read", topics: ["dispatch"] } as const;

export const events = defineEvents(
  {
    "job.created": { ...job, summary: "Riders are searched for an order.", public_types: ["job.created"] },
    "job.offered": {
      ...job,
      summary: "A rider was asked to take an order.",
      push_type: "instant_offer",
      public_types: ["job.offered"],
    },
    "job.offer_ended": {
      ...job,
      summary: "A rider is not asked any more.",
      push_type: "instant_offer_ended",
    },
    "job.accepted": { ...job, summary: "A rider took an order.", public_types: ["job.accepted"] },
    "job.released": {
      ...job,
      summary: "A rider gave an order back, or it was taken away.",
      public_types: ["job.released"],
    },
    "job.at_pickup": {
      ...job,
      summary: "The rider is where the goods are.",
      public_types: ["job.progressed"],
    },
    "job.picked_up": { ...job, summary: "The rider has the goods.", public_types: ["job.picked_up"] },
    "job.at_dropoff": { ...job, summary: "The rider is at the drop-off.", public_types: ["job.progressed"] },
    "job.completed": { ...job, summary: "The goods were delivered.", public_types: ["job.completed"] },
    "job.return_required": {
      ...job,
      summary: "The goods go back to the sender.",
      push_type: "instant_return_required",
      public_types: ["job.return_required"],
    },
    "job.returned": { ...job, summary: "The goods are back.", public_types: ["job.returned"] },
    "job.cancelled": {
      ...job,
      summary: "A job ended before its pickup.",
      push_type: "instant_job_cancelled",
      public_types: ["job.cancelled"],
    },
    "job.no_rider": { ...job, summary: "No rider took an order in time.", public_types: ["job.no_rider"] },
    "job.changed": { ...job, summary: "A job was changed: its tip, or who is asked." },
    "rider.availability": {
      subjects: ["rider"],
      scope: "drivers:read",
      topics: ["dispatch", "driver"],
      summary: "A rider came online or went offline.",
      payload: Type.Object({ driver_id: Id, online: Type.Boolean() }),
    },
    "instant_fleet.changed": {
      ...setup,
      subjects: ["instant_fleet"],
      summary: "The pay list or the rules of a fleet for Instant Deliver were changed.",
      payload: Type.Object({ fleet_id: Id }),
    },
    "instant_zone.created": {
      ...setup,
      subjects: ["instant_zone"],
      summary: "A zone was created.",
      payload: Type.Object({ fleet_id: Id }),
    },
    "instant_zone.changed": {
      ...setup,
      subjects: ["instant_zone"],
      summary: "A zone was changed.",
      payload: Type.Object({ fleet_id: Id }),
    },
    "instant_zone.deleted": {
      ...setup,
      subjects: ["instant_zone"],
      summary: "A zone was deleted.",
      payload: Type.Object({ fleet_id: Id }),
    },
  },
  {
    "job.created": "Riders are searched for an order.",
    "job.offered": "A rider was asked to take an order.",
    "job.accepted": "A rider took an order.",
    "job.released": "A rider gave an order back, or it was taken away.",
    "job.progressed": "The rider arrived at the pickup or at the drop-off.",
    "job.picked_up": "The rider has the goods.",
    "job.completed": "A rider delivered an order.",
    "job.return_required": "The goods of a job go back to the sender.",
    "job.returned": "The goods of a job are back.",
    "job.cancelled": "A job ended before its pickup.",
    "job.no_rider": "No rider took an order in time.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
