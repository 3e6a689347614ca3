/** The events of carrier accounts. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Nullable } from "#vocabulary/basics.ts";

const account = groupEvents({ record_kinds: ["carrier_account"], scope: "settings:read" });

export const events = defineEvents({
  "carrier_account.created": account("An account at a carrier was added.", {
    code: Type.String(),
    kind: Type.String(),
  }),
  "carrier_account.changed": account("An account at a carrier was changed.", {
    members: Type.Array(Type.String()),
  }),
  "carrier_account.tested": account("The credentials of an account at a carrier were tested.", {
    failure: Nullable(Type.String()),
  }),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
