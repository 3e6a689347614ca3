/** The events of surcharges. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";

const surcharge = groupEvents({ record_kinds: ["surcharge"], scope: "settings:read" });
const Code = Type.Object({ code: Type.String() });

export const events = defineEvents({
  "surcharge.created": surcharge("A surcharge was created.", Code),
  "surcharge.updated": surcharge("A surcharge was changed.", {
    code: Type.String(),
    members: Type.Array(Type.String()),
  }),
  "surcharge.closed": surcharge("A surcharge was closed.", Code),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
