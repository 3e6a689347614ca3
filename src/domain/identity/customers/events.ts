/** The events of customers and of their templates. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Nullable } from "#vocabulary/basics.ts";

const customer = groupEvents({ record_kinds: ["customer"], scope: "settings:read" });
const template = groupEvents({ record_kinds: ["customer_template"], scope: "settings:read" });
const Changed = Type.Object({ members: Type.Array(Type.String()) });

export const events = defineEvents({
  "customer.created": customer("A customer was created.", {
    code: Nullable(Type.String()),
    tier: Nullable(Type.String()),
  }),
  "customer.updated": customer("A customer was changed.", Changed),
  "customer_template.created": template("A customer template was created.", {}),
  "customer_template.updated": template("A customer template was changed.", Changed),
  "customer_template.removed": template("A customer template was removed.", {}),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
