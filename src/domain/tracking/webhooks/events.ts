/** The events of webhooks. A delivery is none: it is in the log of deliveries. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable, Timestamp } from "#vocabulary/basics.ts";

const settings = { subjects: ["webhook_settings"], scope: "webhooks:read" } as const;
const endpoint = { subjects: ["webhook_endpoint"], scope: "webhooks:read" } as const;

export const events = defineEvents(
  {
    "webhook.settings_changed": {
      ...settings,
      summary: "The settings of webhooks were changed.",
      payload: Type.Object({ members: Type.Array(Type.String()) }),
    },
    "webhook.secret_created": {
      ...settings,
      summary: "A signing secret was created.",
      payload: Type.Object({ secret_id: Id, others_until: Nullable(Timestamp) }),
    },
    "webhook.deliveries_repeated": {
      ...settings,
      summary: "Logged deliveries are sent again.",
      payload: Type.Object({ deliveries: Count }),
    },
    "webhook.tested": {
      ...settings,
      summary: "A test was sent.",
      payload: Type.Object({ delivery_id: Id, delivered: Type.Boolean() }),
    },
    "webhook.endpoint_failing": {
      ...endpoint,
      summary: "An endpoint has refused every delivery for some minutes.",
      payload: Type.Object({ failing_since: Timestamp }),
      public_types: ["webhook.endpoint_failing"],
    },
    "webhook.endpoint_disabled": {
      ...endpoint,
      summary: "An endpoint gets no more deliveries: it answered 410, or failed for five days.",
      payload: Type.Object({ reason: Type.String(), failing_since: Nullable(Timestamp) }),
      public_types: ["webhook.endpoint_disabled"],
    },
    "webhook.endpoint_recovered": {
      ...endpoint,
      summary: "An endpoint that failed takes deliveries again.",
      payload: Type.Object({ failing_since: Nullable(Timestamp) }),
      public_types: ["webhook.endpoint_recovered"],
    },
    "webhook.endpoint_enabled": {
      ...endpoint,
      summary: "A disabled endpoint gets deliveries again.",
      payload: Type.Object({}),
    },
  },
  {
    "webhook.endpoint_failing": "An endpoint for webhooks has refused every delivery for some minutes.",
    "webhook.endpoint_disabled": "An endpoint for webhooks gets no more deliveries.",
    "webhook.endpoint_recovered": "An endpoint for webhooks takes deliveries again.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
