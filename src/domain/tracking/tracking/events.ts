/** The events of tracking numbers. The numbers themselves are in the audit trail: a customer's reference may be personal. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";

export const events = defineEvents({
  "number_range.created": {
    summary: "A range of tracking numbers was created.",
    subjects: ["number_range"],
    scope: "settings:read",
    payload: Type.Object({
      prefix: Type.String(),
      first: Type.Integer({ minimum: 0 }),
      last: Type.Integer({ minimum: 0 }),
    }),
  },
  "number_range.closed": {
    summary: "A range of tracking numbers was closed.",
    subjects: ["number_range"],
    scope: "settings:read",
    payload: Type.Object({}),
  },
  "tracking.number_added": {
    summary: "Another number was given to a shipment.",
    subjects: "any",
    scope: "orders:read",
    payload: Type.Object({
      alias_id: Id,
      number_kind: StringEnum(["alias", "carrier"]),
      carrier: Nullable(Type.String()),
    }),
  },
  "tracking.number_removed": {
    summary: "A number that others gave was taken from a shipment.",
    subjects: "any",
    scope: "orders:read",
    payload: Type.Object({ alias_id: Id }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
