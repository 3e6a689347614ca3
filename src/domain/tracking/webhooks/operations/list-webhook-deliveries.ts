/** The log of deliveries, newest first: what was sent where, and what was answered. */

import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import {
  buildDelivery,
  DELIVERY_COLUMNS,
  DELIVERY_TABLES,
  type ListedDelivery,
} from "../records/webhook-delivery.ts";
import { DELIVERY_STATES } from "../rules.ts";
import { Delivery } from "../shapes.ts";

export const listWebhookDeliveries = defineList({
  name: "webhookDeliveries",
  summary: "List webhook deliveries",
  description:
    "Deliveries with event type, target URL, state and the HTTP status of the last attempt, newest first; kept for 30 days. " +
    "One delivery by id has every attempt, with request and response.",
  access: { scopes: ["webhooks:read"] },
  rest: { method: "GET", path: "/api/v1/webhooks/deliveries" },
  mcp: { developer: "get_webhook_delivery_logs" },
  filters: {
    event_type: filter(Type.String({ maxLength: 100 })),
    state: filter(StringEnum(DELIVERY_STATES)),
    webhook_endpoint_id: filter(Ref("webhook_endpoint"), "d.endpoint_id = $webhook_endpoint_id"),
    subject: filter(Ref("subject", Type.String({ maxLength: 100, description: "Such as `order/12`." }))),
    since: filter(Timestamp, "d.created_at >= $since"),
    until: filter(Timestamp, "d.created_at < $until"),
  },
  rows: { deliveries: Type.Array(Delivery) },
  from: "webhook_delivery d",
  select: `select ${DELIVERY_COLUMNS} from ${DELIVERY_TABLES}`,
  order: byId("d.id"),
  sorted_within: "d.business_id desc",
  count_max: 10_000,
  build: (row: ListedDelivery) => buildDelivery(row),
});
