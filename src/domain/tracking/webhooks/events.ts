/** The events of webhook endpoints and settings. Sending a webhook records none: it is in the log of webhook deliveries. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable, Timestamp } from "#vocabulary/basics.ts";

const settings = groupEvents({ record_kinds: ["webhook_settings"], scope: "webhooks:read" });
const endpoint = groupEvents({ record_kinds: ["webhook_endpoint"], scope: "webhooks:read" });

export const events = defineEvents(
  {
    "webhook.settings_changed": settings("The settings of webhooks were changed.", {
      members: Type.Array(Type.String()),
    }),
    "webhook.secret_created": settings("A signing secret was created.", {
      secret_id: Id,
      others_until: Nullable(Timestamp),
    }),
    "webhook.deliveries_repeated": settings("Logged deliveries are sent again.", { deliveries: Count }),
    "webhook.tested": settings("A test was sent.", { delivery_id: Id, delivered: Type.Boolean() }),
    "webhook.endpoint_failing": endpoint(
      "An endpoint has refused every delivery for some minutes.",
      { failing_since: Timestamp },
      { public_types: ["webhook.endpoint_failing"] },
    ),
    "webhook.endpoint_disabled": endpoint(
      "An endpoint gets no more deliveries: it answered 410, or failed for five days.",
      { reason: Type.String(), failing_since: Nullable(Timestamp) },
      { public_types: ["webhook.endpoint_disabled"] },
    ),
    "webhook.endpoint_recovered": endpoint(
      "An endpoint that failed takes deliveries again.",
      { failing_since: Nullable(Timestamp) },
      { public_types: ["webhook.endpoint_recovered"] },
    ),
    "webhook.endpoint_enabled": endpoint("A disabled endpoint gets deliveries again.", {}),
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
