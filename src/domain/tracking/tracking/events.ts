/** The events of tracking numbers. The numbers themselves are in the audit trail: a customer's reference may be personal. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";

const number_range = groupEvents({ record_kinds: ["number_range"], scope: "settings:read" });
const event = groupEvents({ record_kinds: "any", scope: "orders:read" });

export const events = defineEvents({
  "number_range.created": number_range("A range of tracking numbers was created.", {
    prefix: Type.String(),
    first: Type.Integer({ minimum: 0 }),
    last: Type.Integer({ minimum: 0 }),
  }),
  "number_range.closed": number_range("A range of tracking numbers was closed.", {}),
  "tracking.number_added": event("Another number was given to a shipment.", {
    alias_id: Id,
    number_kind: StringEnum(["alias", "carrier"]),
    carrier: Nullable(Type.String()),
  }),
  "tracking.number_removed": event("A number that others gave was taken from a shipment.", { alias_id: Id }),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
