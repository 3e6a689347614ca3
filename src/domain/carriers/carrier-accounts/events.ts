/** The events of carrier accounts. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Nullable } from "#vocabulary/basics.ts";

const account = { subjects: ["carrier_account"], scope: "settings:read" } as const;

export const events = defineEvents({
  "carrier_account.created": {
    ...account,
    summary: "An account at a carrier was added.",
    payload: Type.Object({ code: Type.String(), kind: Type.String() }),
  },
  "carrier_account.changed": {
    ...account,
    summary: "An account at a carrier was changed.",
    payload: Type.Object({ members: Type.Array(Type.String()) }),
  },
  "carrier_account.tested": {
    ...account,
    summary: "The credentials of an account at a carrier were tested.",
    payload: Type.Object({ failure: Nullable(Type.String()) }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
