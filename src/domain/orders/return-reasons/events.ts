/** The events of return reasons. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";

const ReasonPayload = Type.Object({ version: Type.Integer(), active: Type.Boolean() });
const reason = groupEvents({ record_kinds: ["return_reason"], scope: "orders:read" });

export const events = defineEvents({
  "return_reason.created": reason("A return reason was created.", ReasonPayload),
  "return_reason.changed": reason("A return reason was changed.", ReasonPayload),
  "return_reason.deleted": reason("A return reason was deleted.", ReasonPayload),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
