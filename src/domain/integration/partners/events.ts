/** The events of partners: companies whose programs send us data. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";

const partner = groupEvents({ record_kinds: ["partner"], scope: "settings:read" });

export const events = defineEvents({
  "partner.created": partner("A partner was created.", { code: Type.String(), key_id: Type.String() }),
  "partner.updated": partner("A partner was changed.", {
    changed: Type.Array(Type.String()),
    status: Type.String(),
  }),
  "partner.revoked": partner("The key of a partner was revoked.", { code: Type.String() }),
  "partner.secret_rotated": partner("A partner got a new secret.", { retire_former: Type.Boolean() }),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
