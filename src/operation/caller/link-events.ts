/** The events of links, which any family can create for its subjects. */
import Type from "typebox";
import { Timestamp } from "#vocabulary/basics.ts";
import { defineEvents, type KindsIn } from "../define/events.ts";

export const events = defineEvents({
  "link.created": {
    summary: "A link was created that gives access to one subject.",
    subjects: ["link"],
    scope: "orders:read",
    payload: Type.Object({
      subject_type: Type.String(),
      subject_id: Type.String(),
      operations: Type.Array(Type.String()),
      expires_at: Timestamp,
    }),
  },
  "link.revoked": {
    summary: "A link was revoked.",
    subjects: ["link"],
    scope: "orders:read",
    payload: Type.Object({}),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
