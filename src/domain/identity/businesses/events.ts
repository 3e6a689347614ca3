/** The events of a business itself. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Nullable } from "#vocabulary/basics.ts";

const business = { subjects: ["business"], scope: "settings:read" } as const;
const Words = Type.Array(Type.String());
const Switches = Type.Record(Type.String(), Type.Boolean());
const Reason = Type.Object({ reason: Type.Optional(Nullable(Type.String())) });

export const events = defineEvents({
  "business.created": {
    ...business,
    summary: "The business was created.",
    payload: Type.Object({
      code: Type.String(),
      currency: Type.String(),
      time_zone: Type.String(),
      modules: Words,
    }),
  },
  "business.updated": {
    ...business,
    summary: "The platform changed the business.",
    payload: Type.Object({ changed: Words }),
  },
  "business.activated": { ...business, summary: "The business was activated again.", payload: Reason },
  "business.suspended": { ...business, summary: "The business was suspended.", payload: Reason },
  "business.closed": { ...business, summary: "The business was closed.", payload: Reason },
  "business.features_changed": {
    ...business,
    summary: "Feature families or modules were switched.",
    payload: Type.Object({
      families: Type.Optional(Switches),
      modules: Type.Optional(Switches),
      switched: Type.Optional(Switches),
    }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
