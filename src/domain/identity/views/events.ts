/** The events of saved views: which list, never what the view contains. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";

const ViewPayload = Type.Object({ page: Type.String() });
const view = groupEvents({ record_kinds: ["view"], scope: "audit:read" });

export const events = defineEvents({
  "view.created": view("A view of a list was saved.", ViewPayload),
  "view.updated": view("A saved view was changed.", ViewPayload),
  "view.deleted": view("A saved view was deleted.", ViewPayload),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
