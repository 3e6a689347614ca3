/** The events of the authorization of programs. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";

export const events = defineEvents({
  "oauth.authorized": {
    summary: "A person authorized a program to act for them.",
    record_kinds: ["oauth_code"],
    scope: "employees:read",
    payload: Type.Object({
      account_id: Nullable(Id),
      profile: Nullable(Type.String()),
      scopes: Nullable(Type.Array(Type.String())),
    }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
