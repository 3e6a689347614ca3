/** The events of a business itself. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Nullable } from "#vocabulary/basics.ts";

const business = groupEvents({ record_kinds: ["business"], scope: "settings:read" });
const Words = Type.Array(Type.String());
const Switches = Type.Record(Type.String(), Type.Boolean());
const Reason = Type.Object({ reason: Type.Optional(Nullable(Type.String())) });

export const events = defineEvents({
  "business.created": business("The business was created.", {
    code: Type.String(),
    currency: Type.String(),
    time_zone: Type.String(),
    modules: Words,
  }),
  "business.updated": business("The platform changed the business.", { changed: Words }),
  "business.activated": business("The business was activated again.", Reason),
  "business.suspended": business("The business was suspended.", Reason),
  "business.closed": business("The business was closed.", Reason),
  "business.features_changed": business("Feature families or modules were switched.", {
    families: Type.Optional(Switches),
    modules: Type.Optional(Switches),
    switched: Type.Optional(Switches),
  }),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
