/** Requests on the wire: as the recipient sees them, and as the business does. */
import Type from "typebox";
import { RecipientPreferences } from "#domain/orders/orders/public.ts";
import { CalendarDate, Count, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { RecipientRequestRow } from "./records/recipient-request.ts";
import { CHOICES, CLOSED_REASONS, REQUEST_STATES } from "./rules.ts";

const members = {
  id: Ref("recipient_request"),
  choice: StringEnum(CHOICES),
  state: StringEnum(REQUEST_STATES, {
    description:
      "open: a dispatcher decides; applied: in effect at once; accepted, declined, answered; replaced: by a later one.",
  }),
  text: Type.String({ description: "The note, the place, the neighbour or the message." }),
  scheduled_date: Nullable({ ...CalendarDate, description: "The day that was asked for." }),
  former_date: Nullable({ ...CalendarDate, description: "The day that was planned then." }),
  answer: Nullable(Type.String({ description: "What the business answered." })),
  created_at: Timestamp,
  decided_at: Nullable(Timestamp),
};

const OwnRequest = Type.Object(members, { $id: "OwnRecipientRequest" });

export const RecipientRequest = Type.Object(
  {
    ...members,
    order_id: Ref("order", OrderId),
    tracking_number: Type.String(),
    name: Type.String({ description: "Of the person at the stop." }),
    order_status: Type.String(),
    decided_by: Nullable(Type.Object({ id: Ref("account"), name: Type.String() })),
    day_change: Nullable(
      Type.Object(
        {
          scheduled_date: { ...CalendarDate, description: "The day that is planned now." },
          changed_at: Timestamp,
          changed_by: Nullable(Type.Object({ id: Ref("account"), name: Type.String() })),
        },
        {
          description:
            "Of an open request for another day: the order was moved since it was made. Accepting it names the planned day in `replaces_day`.",
        },
      ),
    ),
    version: Type.Integer(),
    can_decide: Type.Boolean({ description: "It can be accepted or declined." }),
    can_answer: Type.Boolean(),
  },
  { $id: "RecipientRequest" },
);

const OfferedChoice = Type.Object(
  {
    choice: StringEnum(CHOICES),
    is_open: Type.Boolean(),
    reason: Nullable(StringEnum(CLOSED_REASONS, { description: "Why it is closed." })),
    message: Nullable(Type.String({ description: "The reason, in the requested language." })),
    applies: Type.Boolean({ description: "It takes effect at once; otherwise a dispatcher decides." }),
    until: Nullable({ ...Timestamp, description: "When it closes, where that is known in advance." }),
  },
  { $id: "OfferedChoice" },
);

/** What every operation of a link answers: the state after it. */
export const ChoicesAnswer = Type.Object(
  {
    result: Type.Boolean(),
    scheduled_date: CalendarDate,
    choices: Type.Array(OfferedChoice, {
      description: "Those that the business offers and the link allows.",
    }),
    days: Type.Array(CalendarDate, { description: "Days that may be chosen." }),
    preferences: Nullable(RecipientPreferences),
    requests: Type.Array(OwnRequest, { description: "The latest 20, newest first." }),
    requests_left: Count,
  },
  { $id: "RecipientChoices" },
);

export function toOwnRequest(row: RecipientRequestRow): Type.Static<typeof OwnRequest> {
  const { id, choice, state, text, scheduled_date, former_date, answer, created_at, decided_at } = row;
  return { id, choice, state, text, scheduled_date, former_date, answer, created_at, decided_at };
}
