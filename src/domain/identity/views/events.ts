/** The events of saved views: which list, never what the view contains. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";

const view = {
  subjects: ["view"],
  scope: "audit:read",
  payload: Type.Object({ page: Type.String() }),
} as const;

export const events = defineEvents({
  "view.created": { ...view, summary: "A view of a list was saved." },
  "view.updated": { ...view, summary: "A saved view was changed." },
  "view.deleted": { ...view, summary: "A saved view was deleted." },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
