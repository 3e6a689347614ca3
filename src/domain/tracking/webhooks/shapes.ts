/** The members of webhook settings, deliveries and published events, as responses have them. */
import Type from "typebox";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import type { EndpointView } from "./records/webhook-endpoint.ts";
import type { Flags } from "./records/webhook-settings.ts";
import { DELIVERY_STATES, ENDPOINT_STATES } from "./rules.ts";

export const URL_MAX = 500;

export const flagMembers = {
  ordered: Type.Boolean({
    description:
      "A delivery waits while an earlier one of the same subject, such as an order, is to be tried again. True by default.",
  }),
  hide_prices: Type.Boolean({
    description: "Prices are left out of the events, as for a customer who may not see them.",
  }),
  paused: Type.Boolean({ description: "Deliveries wait; none is lost." }),
  max_per_second: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: "Most deliveries a second to one URL; null: no limit.",
    }),
  ),
};

const EventUrls = Type.Object({
  event_type: Type.String({ description: "A public type, all of one aggregate (`order.*`), or all (`*`)." }),
  urls: Type.Array(Type.String()),
});

const Endpoint = Type.Object(
  {
    id: Ref("webhook_endpoint"),
    url: Type.String(),
    event_types: Type.Array(Type.String()),
    state: StringEnum(ENDPOINT_STATES),
    disabled_reason: Nullable(StringEnum(["gone", "failing"])),
    disabled_at: Nullable(Timestamp),
    failures: Type.Integer({ description: "Failed attempts since the last success." }),
    failing_since: Nullable(Timestamp),
    pause_until: Nullable(
      Type.String({
        format: "date-time",
        description: "After many failures: when the next attempt is made.",
      }),
    ),
    last_success_at: Nullable(Timestamp),
    last_failure_at: Nullable(Timestamp),
    last_status: Nullable(Type.Integer()),
    last_error: Nullable(Type.String()),
    waiting: Type.Integer({ description: "Deliveries that wait; 1000 stands for 1000 or more." }),
    created_at: Timestamp,
  },
  { $id: "WebhookEndpoint", "x-compact": ["webhook_endpoint_id from id", "..."] },
);

export const WebhookSettingsView = Type.Object(
  {
    event_urls: Type.Array(EventUrls),
    ...flagMembers,
    secrets: Type.Array(
      Type.Object({
        id: NoRef("a secret of an endpoint"),
        created_at: Timestamp,
        expires_at: Nullable(Timestamp),
      }),
      {
        description: "The secrets that sign now, newest first; two during a rotation.",
      },
    ),
    endpoints: Type.Array(Endpoint, { description: "One for each URL." }),
    version: Type.Integer(),
  },
  { $id: "WebhookSettings" },
);

export const NewSecret = Nullable(
  Type.String({
    "x-secret": true,
    description: "The first signing secret, where this call created it; shown once.",
  }),
);

export function buildSettingsView(
  { version, ...flags }: Flags & { version: number },
  endpoints: readonly EndpointView[],
  secrets: readonly { id: number; created_at: string; expires_at: string | null }[],
) {
  const types = [...new Set(endpoints.flatMap(({ event_types }) => event_types))].sort();
  return {
    event_urls: types.map((event_type) => ({
      event_type,
      urls: endpoints.filter(({ event_types }) => event_types.includes(event_type)).map(({ url }) => url),
    })),
    ...flags,
    secrets: secrets.map(({ id, created_at, expires_at }) => ({ id, created_at, expires_at })),
    endpoints,
    version,
  };
}

export const PublishedEvent = Type.Object(
  {
    id: Type.String({ description: "The same at every attempt: process an event of an id once." }),
    type: Type.String(),
    timestamp: Type.String({ format: "date-time", description: "When it happened." }),
    data: Type.Object({
      business_id: Ref("business", Type.Integer()),
      event_id: Type.Integer({ description: "Several types of one event share it." }),
      kind: Type.String(),
      subject_type: Type.String(),
      subject_id: NoRef("a record of `subject`", Type.String()),
      sequence: Type.Integer({
        description: "Of the events of this subject, whether they are published or not.",
      }),
      recorded_at: Timestamp,
      payload: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
    }),
  },
  { $id: "PublishedEvent" },
);

export const deliveryMembers = {
  id: Ref("webhook_delivery"),
  webhook_id: Nullable(Type.String({ description: "The header `webhook-id`; null for a test." })),
  event_id: Nullable(NoRef("an event of the log")),
  event_type: Type.String(),
  subject: Type.String({ description: "`order/12`; empty for a test." }),
  url: Type.String(),
  endpoint_id: Nullable(Ref("webhook_endpoint")),
  is_test: Type.Boolean(),
  replay_of: Nullable(Ref("webhook_delivery")),
  state: StringEnum(DELIVERY_STATES),
  attempt_count: Count,
  http_status: Nullable(Type.Integer({ description: "Of the last attempt; null when there was no answer." })),
  error: Nullable(Type.String({ description: "Of the last attempt, as one word." })),
  duration_ms: Nullable(Type.Integer({ description: "Of the last attempt." })),
  last_attempt_at: Nullable(Timestamp),
  next_at: Nullable(Timestamp),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
};

export const Delivery = Type.Object(deliveryMembers, {
  $id: "WebhookDelivery",
  "x-compact": ["webhook_delivery_id from id", "..."],
});
