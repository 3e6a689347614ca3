/**
 * One delivery with every attempt: the request as it was sent, without its signature, and what was answered.
 *
 * Body and answers, which often repeat the body, are shown to callers who may read the record that the event is about.
 */
import Type from "typebox";
import { findWithheld, Withheld } from "#operation/caller/event-access.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, Timestamp } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { buildPublishedEvent, type StoredEvent } from "../published.ts";
import {
  buildDelivery,
  DELIVERY_COLUMNS,
  DELIVERY_TABLES,
  type ListedDelivery,
  type LoggedAttempt,
} from "../records/webhook-delivery.ts";
import { loadFlags } from "../records/webhook-settings.ts";
import { buildTestEvent } from "../sample.ts";
import { deliveryMembers } from "../shapes.ts";

interface Row extends ListedDelivery {
  attempts: LoggedAttempt[];
}

export const getWebhookDelivery = defineOperation({
  name: "webhookDelivery",
  summary: "Get a webhook delivery with its attempts",
  access: { scopes: ["webhooks:read"] },
  rest: { method: "GET", path: "/api/v1/webhooks/deliveries/{webhook_delivery_id}" },
  input: Type.Object({ webhook_delivery_id: Ref("webhook_delivery") }),
  output: Type.Object({
    result: Type.Boolean(),
    delivery: Type.Object({
      ...deliveryMembers,
      body: Nullable(
        Type.Unsafe<Record<string, unknown>>({
          type: "object",
          additionalProperties: true,
          description: "What is sent, by the settings that are valid now; null when `withheld` says why.",
        }),
      ),
      withheld: Nullable(Withheld),
      attempts: Type.Array(
        Type.Object({
          at: Timestamp,
          http_status: Nullable(Type.Integer()),
          error: Nullable(Type.String()),
          duration_ms: Type.Integer(),
          webhook_timestamp: Type.String({ description: "The header." }),
          response: Nullable(
            Type.String({
              description:
                "Its beginning; without an answer, what the connection failed with. Null when the body is withheld: answers repeat it.",
            }),
          ),
        }),
        { description: "Oldest first." },
      ),
      replays: Type.Array(Ref("webhook_delivery"), { description: "Deliveries that repeat this one." }),
    }),
  }),

  async run({ actor, db, business_id, refuse, events }, { webhook_delivery_id }) {
    const [row, replays, flags] = await Promise.all([
      db.row<Row>(
        `select ${DELIVERY_COLUMNS}, d.attempts from ${DELIVERY_TABLES} where d.business_id = $1 and d.id = $2`,
        [business_id, webhook_delivery_id],
      ),
      db.rows<{ id: number }>(
        "select id from webhook_delivery where business_id = $1 and replay_of = $2 order by id limit 200",
        [business_id, webhook_delivery_id],
      ),
      loadFlags(db, business_id),
    ]);
    if (row === undefined) throw refuse("not_found", { message: messages.unknown_delivery });
    const event =
      row.event_id === null
        ? undefined
        : await db.row<StoredEvent>(
            `select id, business_id, kind, subject_type, subject_id, seq, occurred_at, recorded_at, payload from event
             where business_id = $1 and id = $2`,
            [business_id, row.event_id],
          );
    const hidden = flags.hide_prices ? new Set(PRICE_FAMILIES) : actor.hidden_prices;
    const withheld = event === undefined ? null : findWithheld(events, event.kind, actor);
    const { attempts, ...delivery } = row;
    return {
      result: true,
      delivery: {
        ...buildDelivery(delivery),
        body:
          event === undefined
            ? buildTestEvent(events, row.event_type, row.id, business_id, row.created_at)
            : withheld === null
              ? buildPublishedEvent(events, event, row.event_type, hidden)
              : null,
        withheld,
        attempts: attempts.map(({ status, response, ...attempt }) => ({
          ...attempt,
          response: withheld === null ? response : null,
          http_status: status,
          webhook_timestamp: String(Math.floor(Date.parse(attempt.at) / 1000)),
        })),
        replays: replays.map(({ id }) => id),
      },
    };
  },
});
