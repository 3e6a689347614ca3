/** The events of jobs and riders. No prices and no personal data. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
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
const job = groupEvents({
  record_kinds: ["instant_job"],
  scope: "orders:read",
  topics: ["dispatch", "driver"],
});
const fleet = groupEvents({ record_kinds: ["instant_fleet"], scope: "fleets:read", topics: ["dispatch"] });
const zone = groupEvents({ record_kinds: ["instant_zone"], scope: "fleets:read", topics: ["dispatch"] });

export const events = defineEvents(
  {
    "job.created": job("Riders are searched for an order.", Job, { public_types: ["job.created"] }),
    "job.offered": job("A rider was asked to take an order.", Job, {
      push_type: "instant_offer",
      public_types: ["job.offered"],
    }),
    "job.offer_ended": job("A rider is not asked any more.", Job, { push_type: "instant_offer_ended" }),
    "job.accepted": job("A rider took an order.", Job, { public_types: ["job.accepted"] }),
    "job.released": job("A rider gave an order back, or it was taken away.", Job, {
      public_types: ["job.released"],
    }),
    "job.at_pickup": job("The rider is where the goods are.", Job, { public_types: ["job.progressed"] }),
    "job.picked_up": job("The rider has the goods.", Job, { public_types: ["job.picked_up"] }),
    "job.at_dropoff": job("The rider is at the drop-off.", Job, { public_types: ["job.progressed"] }),
    "job.completed": job("The goods were delivered.", Job, { public_types: ["job.completed"] }),
    "job.return_required": job("The goods go back to the sender.", Job, {
      push_type: "instant_return_required",
      public_types: ["job.return_required"],
    }),
    "job.returned": job("The goods are back.", Job, { public_types: ["job.returned"] }),
    "job.cancelled": job("A job ended before its pickup.", Job, {
      push_type: "instant_job_cancelled",
      public_types: ["job.cancelled"],
    }),
    "job.no_rider": job("No rider took an order in time.", Job, { public_types: ["job.no_rider"] }),
    "job.changed": job("A job was changed: its tip, or who is asked.", Job),
    "rider.availability": {
      record_kinds: ["rider"],
      scope: "drivers:read",
      topics: ["dispatch", "driver"],
      summary: "A rider came online or went offline.",
      payload: Type.Object({ driver_id: Id, online: Type.Boolean() }),
    },
    "instant_fleet.changed": fleet("The pay list or the rules of a fleet for Instant Deliver were changed.", {
      fleet_id: Id,
    }),
    "instant_zone.created": zone("A zone was created.", { fleet_id: Id }),
    "instant_zone.changed": zone("A zone was changed.", { fleet_id: Id }),
    "instant_zone.deleted": zone("A zone was deleted.", { fleet_id: Id }),
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
