/** The events of reservations and waitlists. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { END_CAUSES, ENTRY_STATUSES, PAYMENT_STATUSES, RESERVATION_STATUSES, SOURCES } from "./rules.ts";

const scope = "reservations:read" as const;
const reservation = groupEvents({ record_kinds: ["reservation"], scope });
const waitlist = groupEvents({ record_kinds: ["waitlist_entry"], scope });
const bookable = groupEvents({ record_kinds: ["bookable"], scope });

const facts = {
  code: Type.String(),
  bookable_id: Id,
  status: StringEnum(RESERVATION_STATUSES),
  source: StringEnum(SOURCES),
  places: Type.Integer(),
  starts_at: Timestamp,
  ends_at: Timestamp,
  end_cause: Nullable(StringEnum(END_CAUSES)),
  payment_status: StringEnum(PAYMENT_STATUSES),
};
const entry = {
  bookable_id: Id,
  places: Type.Integer(),
  status: StringEnum(ENTRY_STATUSES),
};
const offer = { ...entry, offer_id: Id, starts_at: Timestamp, ends_at: Timestamp };

export const events = defineEvents(
  {
    "reservation.held": reservation("Places were held for a guest.", facts),
    "reservation.confirmed": reservation("A reservation was confirmed.", facts, {
      public_types: ["reservation.confirmed"],
    }),
    "reservation.moved": reservation(
      "A reservation was moved to another slot, or its places changed.",
      facts,
      {
        public_types: ["reservation.moved"],
      },
    ),
    "reservation.cancelled": reservation("A reservation or a hold ended before its visit.", facts, {
      public_types: [
        {
          type: "reservation.cancelled",
          when: "it was not a hold that expired",
          applies: ({ end_cause }) => end_cause !== "hold_expired",
        },
      ],
    }),
    "reservation.checked_in": reservation("A guest arrived.", facts, {
      public_types: ["reservation.checked_in"],
    }),
    "reservation.no_show": reservation("A guest did not come.", facts, {
      public_types: ["reservation.no_show"],
    }),
    "reservation.completed": reservation("The slot of a guest who came is over.", facts),
    "reservation.changed": reservation("Contact, form or payment of a reservation changed.", facts),
    "waitlist.joined": waitlist("Somebody waits for a place.", entry),
    "waitlist.offered": waitlist(
      "A place was offered to somebody who waits.",
      { ...offer, expires_at: Timestamp },
      { public_types: ["waitlist.offered"] },
    ),
    "waitlist.converted": waitlist(
      "Somebody who waited has a reservation.",
      { ...entry, reservation_id: Id },
      { public_types: ["waitlist.converted"] },
    ),
    "waitlist.offer_ended": waitlist("An offer ended without a reservation.", offer),
    "waitlist.left": waitlist("Somebody does not wait any more.", entry),
    "bookable.changed": bookable("A bookable was created or changed.", {
      members: Type.Array(Type.String()),
    }),
  },
  {
    "reservation.confirmed": "A reservation was confirmed.",
    "reservation.moved": "A reservation was moved.",
    "reservation.cancelled": "A reservation was cancelled.",
    "reservation.checked_in": "A guest arrived.",
    "reservation.no_show": "A guest did not come.",
    "waitlist.offered": "A place was offered to somebody who waits.",
    "waitlist.converted": "Somebody who waited has a reservation.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
