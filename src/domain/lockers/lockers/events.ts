/** The events of lockers: reservations and compartments. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import {
  COMPARTMENT_STATUSES,
  CONTENTS,
  DOORS,
  EXCEPTIONS,
  PURPOSES,
  REASONS,
  RESERVATION_STATUSES,
} from "./rules.ts";

const reservation = groupEvents({ record_kinds: ["locker_reservation"], scope: "lockers:read" });
const compartment = groupEvents({
  record_kinds: ["locker_compartment"],
  scope: "lockers:read",
  topics: ["dispatch"],
});
const locker = groupEvents({ record_kinds: ["locker_device"], scope: "lockers:read" });
const facts = {
  device_id: Id,
  compartment_id: Id,
  purpose: StringEnum(PURPOSES),
  status: StringEnum(RESERVATION_STATUSES),
};
const Changed = { changed: Type.Array(Type.String()) };

export const events = defineEvents(
  {
    "locker.created": locker("A locker was created.", { kind: Type.String() }),
    "locker.changed": locker("A locker was changed, put into maintenance or taken out of it.", {
      ...Changed,
      status: Type.String(),
    }),
    "locker.claim_created": locker("A code to provision a locker was made.", {}),
    "locker.compartments_created": locker("Compartments were added to a locker.", {
      compartments: Type.Integer(),
    }),
    "locker.reserved": reservation("A compartment was reserved.", facts, {
      public_types: ["locker.reserved"],
    }),
    "locker.extended": reservation("The end of a hold or of the time to collect was moved.", facts),
    "locker.codes_issued": reservation("A code of a reservation was issued.", {
      ...facts,
      use: StringEnum(["deposit", "collect"]),
      counter: Type.Integer(),
    }),
    "locker.released": reservation("A reservation was given up before anything was put in.", facts, {
      public_types: ["locker.released"],
    }),
    "locker.deposited": reservation("Something was put into a reserved compartment.", facts, {
      public_types: ["locker.deposited"],
    }),
    "locker.collected": reservation(
      "A compartment was emptied, and its reservation ended.",
      { ...facts, by: StringEnum(["recipient", "operator"], { description: "Who took it out." }) },
      { public_types: ["locker.collected"] },
    ),
    "locker.expired": reservation(
      "A hold ended without a deposit, or the time to collect ended.",
      { ...facts, ended: StringEnum(["hold", "collection"]) },
      { public_types: ["locker.expired"] },
    ),
    "locker.exception": compartment(
      "Something went wrong at a compartment.",
      {
        device_id: Id,
        reservation_id: Nullable(Id),
        exception: StringEnum(EXCEPTIONS),
        status: StringEnum(COMPARTMENT_STATUSES),
      },
      { public_types: ["locker.exception"] },
    ),
    "locker.compartment_updated": compartment("Size, dimensions or tags of a compartment were changed.", {
      device_id: Id,
      ...Changed,
    }),
    "locker.compartment_changed": compartment(
      "The status of a compartment changed, or what its device reports of it.",
      {
        device_id: Id,
        reservation_id: Nullable(Id),
        status_before: StringEnum(COMPARTMENT_STATUSES),
        status: StringEnum(COMPARTMENT_STATUSES),
        reason: Nullable(StringEnum(REASONS)),
        door: StringEnum(DOORS),
        contents: StringEnum(CONTENTS),
        fault_code: Nullable(Type.String()),
      },
      { public_types: ["locker.compartment_changed"] },
    ),
    "locker.open_requested": compartment("Somebody asked for a door to be opened.", {
      device_id: Id,
      use: StringEnum(["deposit", "collect", "operator"]),
    }),
    "locker.open_ended": compartment("It is known what became of a request to open a door, or given up.", {
      device_id: Id,
      outcome: StringEnum(["done", "failed", "refused", "not_carried_out", "unknown"]),
    }),
  },
  {
    "locker.reserved": "A compartment of a locker was reserved.",
    "locker.released": "The reservation of a compartment was given up.",
    "locker.deposited": "Something was put into a compartment.",
    "locker.collected": "A compartment was emptied.",
    "locker.expired": "A hold of a compartment or the time to collect from it ended.",
    "locker.exception": "Something went wrong at a compartment.",
    "locker.compartment_changed": "The status, door or contents of a compartment changed.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
