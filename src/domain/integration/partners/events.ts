/** The events of partners: companies whose programs send us data. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";

const partner = { subjects: ["partner"], scope: "settings:read" } as const;

export const events = defineEvents({
  "partner.created": {
    ...partner,
    summary: "A partner was created.",
    payload: Type.Object({ code: Type.String(), key_id: Type.String() }),
  },
  "partner.updated": {
    ...partner,
    summary: "A partner was changed.",
    payload: Type.Object({ changed: Type.Array(Type.String()), status: Type.String() }),
  },
  "partner.revoked": {
    ...partner,
    summary: "The key of a partner was revoked.",
    payload: Type.Object({ code: Type.String() }),
  },
  "partner.secret_rotated": {
    ...partner,
    summary: "A partner got a new secret.",
    payload: Type.Object({ retire_former: Type.Boolean() }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
