/** The events of recipients' requests. What was written is in no event: it is personal. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { CalendarDate, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { CHOICES, REQUEST_STATES } from "./rules.ts";

const RequestPayload = Type.Object({
  order_id: Id,
  choice: StringEnum(CHOICES),
  state: StringEnum(REQUEST_STATES),
  scheduled_date: Type.Optional(Nullable(CalendarDate)),
});
const request = groupEvents({
  record_kinds: ["recipient_request"],
  scope: "orders:read",
  topics: ["dispatch"],
});

export const events = defineEvents(
  {
    "recipient_request.created": request("A recipient asked for something by a link.", RequestPayload, {
      public_types: ["recipient_request.created"],
    }),
    "recipient_request.decided": request(
      "A request of a recipient was decided or answered, or replaced by a later one.",
      RequestPayload,
      { public_types: ["recipient_request.decided"] },
    ),
  },
  {
    "recipient_request.created":
      "A recipient asked for something by a link: another day, a place, a note, an answer.",
    "recipient_request.decided":
      "A request of a recipient was decided or answered, or replaced by a later one.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
