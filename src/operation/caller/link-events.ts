/** The events of links, which any family can create for its records. */
import Type from "typebox";
import { Timestamp } from "#vocabulary/basics.ts";
import { defineEvents, groupEvents, type KindsIn } from "../define/events.ts";

const link = groupEvents({ record_kinds: ["link"], scope: "orders:read" });

export const events = defineEvents({
  "link.created": link("A link was created that gives access to one subject.", {
    subject_type: Type.String(),
    subject_id: Type.String(),
    operations: Type.Array(Type.String()),
    expires_at: Timestamp,
  }),
  "link.revoked": link("A link was revoked.", {}),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
