/** The events of ship-outs. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { STATUSES } from "./rules.ts";

const shipout = { subjects: ["shipout"], scope: "storage:read" } as const;
const Status = StringEnum(STATUSES);
const tracked = {
  tracking_number: Type.String(),
  customer_id: Id,
  tracking_event_id: Type.Optional(Type.String()),
  tracking_code: Type.Optional(Type.String({ description: "Status code that tracking shows." })),
};

const tracking_updated = {
  type: "tracking.updated",
  when: "tracking shows an event of it",
  applies: ({ tracking_event_id }: Readonly<Record<string, unknown>>) => tracking_event_id !== undefined,
};

export const events = defineEvents(
  {
    "shipout.created": {
      usage: () => ({ orders: 1 }),
      ...shipout,
      summary: "A customer ordered a ship-out of stored packages.",
      payload: Type.Object({
        ...tracked,
        service_code: Type.String(),
        service_version: Type.Integer(),
        stored_package_ids: Type.Array(Id),
        status: Status,
      }),
      public_types: ["shipout.created", tracking_updated],
    },
    "shipout.changed": {
      ...shipout,
      summary: "Something was decided about a ship-out, or done with its packages.",
      payload: Type.Object({
        ...tracked,
        trigger: Type.String({ description: "The decision." }),
        status_before: Status,
        status: Status,
        carrier: Type.Optional(Nullable(Type.String())),
        unpaid_allowed: Type.Optional(
          Type.Boolean({ description: "Done although something was left to pay." }),
        ),
      }),
      public_types: [
        {
          type: "shipout.status_changed",
          when: "the status changed",
          applies: ({ status_before, status }) => status !== status_before,
        },
        tracking_updated,
      ],
    },
  },
  {
    "shipout.created": "A customer ordered a ship-out of stored packages.",
    "shipout.status_changed": "The status of a ship-out changed.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
