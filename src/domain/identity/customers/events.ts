/** The events of customers and of their templates. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Nullable } from "#vocabulary/basics.ts";

const customer = { subjects: ["customer"], scope: "settings:read" } as const;
const template = { subjects: ["customer_template"], scope: "settings:read" } as const;
const Changed = Type.Object({ members: Type.Array(Type.String()) });

export const events = defineEvents({
  "customer.created": {
    ...customer,
    summary: "A customer was created.",
    payload: Type.Object({ code: Nullable(Type.String()), tier: Nullable(Type.String()) }),
  },
  "customer.updated": { ...customer, summary: "A customer was changed.", payload: Changed },
  "customer_template.created": {
    ...template,
    summary: "A customer template was created.",
    payload: Type.Object({}),
  },
  "customer_template.updated": { ...template, summary: "A customer template was changed.", payload: Changed },
  "customer_template.removed": {
    ...template,
    summary: "A customer template was removed.",
    payload: Type.Object({}),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
