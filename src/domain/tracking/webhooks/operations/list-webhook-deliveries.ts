/** The log of deliveries, newest first: what was sent where, and what was answered. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { readListPage } from "#platform/db/list-page.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput, type SortColumn } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import {
  buildDelivery,
  DELIVERY_COLUMNS,
  DELIVERY_TABLES,
  type ListedDelivery,
} from "../records/webhook-delivery.ts";
import { DELIVERY_STATES } from "../rules.ts";
import { Delivery } from "../shapes.ts";

const FILTER = `d.business_id = $1 and ($2::text is null or d.event_type = $2) and ($3::text is null or d.state = $3)
  and ($4::bigint is null or d.endpoint_id = $4) and ($5::text is null or d.subject = $5)
  and ($6::timestamptz is null or d.created_at >= $6) and ($7::timestamptz is null or d.created_at < $7)`;
const SORT: readonly SortColumn[] = [{ sql: "d.id", member: "id", type: "bigint", descending: true }];
const COUNTED_MAX = 10_000;

export const listWebhookDeliveries = defineOperation({
  name: "webhookDeliveries",
  summary: "List webhook deliveries",
  description:
    "Deliveries with event type, target URL, state and the HTTP status of the last attempt, newest first; kept for 30 days. " +
    "One delivery by id has every attempt, with request and response.",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["webhooks:read"] },
  rest: { method: "GET", path: "/api/v1/webhooks/deliveries" },
  mcp: { developer: "get_webhook_delivery_logs" },
  input: Type.Object({
    ...CursorInput,
    event_type: Type.Optional(Type.String({ maxLength: 100 })),
    state: Type.Optional(StringEnum(DELIVERY_STATES)),
    webhook_endpoint_id: Type.Optional(Ref("webhook_endpoint")),
    subject: Type.Optional(
      Ref("subject", Type.String({ maxLength: 100, description: "Such as `order/12`." })),
    ),
    since: Type.Optional(Timestamp),
    until: Type.Optional(Timestamp),
  }),
  output: Type.Object({
    ...CursorOutput,
    total: Type.Integer({ minimum: 0, description: "Counting stops at 10,000." }),
    deliveries: Type.Array(Delivery),
  }),

  async run({ db, business_id }, input) {
    const { event_type, state, webhook_endpoint_id, subject, since, until } = input;
    const values = [
      business_id,
      event_type ?? null,
      state ?? null,
      webhook_endpoint_id ?? null,
      subject ?? null,
      since ?? null,
      until ?? null,
    ];
    const window = buildWindow(input, SORT, {
      condition: FILTER,
      values,
      sorted_within: "d.business_id desc",
    });
    const counting = db.row<{ n: number }>(
      `select count(*) as n from (select from webhook_delivery d where ${FILTER} limit ${COUNTED_MAX}) found`,
      values,
    );
    const { rows, paging } = await readListPage<ListedDelivery>(
      db,
      window,
      `select ${DELIVERY_COLUMNS} from ${DELIVERY_TABLES} where ${FILTER}${window.sql}`,
      counting.then((row) => row?.n ?? 0),
    );
    return { ...paging, deliveries: rows.map(buildDelivery) };
  },
});
