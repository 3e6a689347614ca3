/** The events of return reasons. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";

const reason = {
  subjects: ["return_reason"],
  scope: "orders:read",
  payload: Type.Object({ version: Type.Integer(), active: Type.Boolean() }),
} as const;

export const events = defineEvents({
  "return_reason.created": { ...reason, summary: "A return reason was created." },
  "return_reason.changed": { ...reason, summary: "A return reason was changed." },
  "return_reason.deleted": { ...reason, summary: "A return reason was deleted." },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
