/** The events of surcharges. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";

const surcharge = { subjects: ["surcharge"], scope: "settings:read" } as const;
const Code = Type.Object({ code: Type.String() });

export const events = defineEvents({
  "surcharge.created": { ...surcharge, summary: "A surcharge was created.", payload: Code },
  "surcharge.updated": {
    ...surcharge,
    summary: "A surcharge was changed.",
    payload: Type.Object({ code: Type.String(), members: Type.Array(Type.String()) }),
  },
  "surcharge.closed": { ...surcharge, summary: "A surcharge was closed.", payload: Code },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
