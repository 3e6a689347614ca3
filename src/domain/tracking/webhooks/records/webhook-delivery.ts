/** Deliveries: what one is, how its attempts are stored, how it is repeated, and how the log shows it. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { DeliveryError, WebhookAnswer } from "#providers/webhooks/port.ts";
import { buildMessageId, type DeliveryState, type NextStep, type Outcome } from "../rules.ts";
import { wakeEndpoints } from "./webhook-endpoint.ts";

/** One attempt, as it is logged. */
export interface LoggedAttempt {
  at: string;
  status: number | null;
  error: string | null;
  duration_ms: number;
  response: string;
}

interface DeliveryRow extends Row<"webhook_delivery"> {
  /** Null of a test, which has its own `url`. */
  endpoint_id: number | null;
  event_id: number | null;
  /** `order/12`; empty for a test. */
  subject: string;
  state: DeliveryState;
  /** Oldest first. */
  attempts: LoggedAttempt[];
  last_error: DeliveryError | "endpoint_disabled" | "endpoint_removed" | null;
}

const DeliveryRecord = defineRecord<"webhook_delivery", DeliveryRow>("webhook_delivery");

type Writer = Pick<Context<never>, "db" | "business_id" | "now">;

/** What became of a delivery of a batch. */
export interface SentDelivery extends NextStep {
  delivery_id: number;
  outcome: Outcome;
  attempt: LoggedAttempt;
}

/** With one statement for a batch, which has up to 500 deliveries. */
export async function saveAttempts(
  { db, business_id }: Writer,
  sent_deliveries: readonly SentDelivery[],
): Promise<void> {
  // One that was given up meanwhile, with its endpoint, was delivered nevertheless.
  await db.execute(
    `update webhook_delivery d set state = s.state, next_at = s.next_at, attempts = d.attempts || s.attempt,
       attempt_count = d.attempt_count + 1, last_status = s.status, last_error = s.error,
       finished_at = case when s.next_at is null then s.at end
     from unnest($2::bigint[], $3::text[], $4::timestamptz[], $5::jsonb[], $6::int[], $7::text[], $8::timestamptz[])
       as s (id, state, next_at, attempt, status, error, at)
     where d.business_id = $1 and d.id = s.id and (d.next_at is not null or s.state = 'DELIVERED')`,
    [
      business_id,
      sent_deliveries.map(({ delivery_id }) => delivery_id),
      sent_deliveries.map(({ state }) => state),
      sent_deliveries.map(({ next_at }) => next_at),
      sent_deliveries.map(({ attempt }) => JSON.stringify(attempt)),
      sent_deliveries.map(({ outcome }) => outcome.status),
      sent_deliveries.map(({ outcome }) => outcome.error),
      sent_deliveries.map(({ outcome }) => outcome.at),
    ],
  );
}

/** They can be repeated once the endpoint is there again. */
export async function finishOpenDeliveries(
  { db, business_id, now }: Writer,
  endpoint_id: number,
  reason: "endpoint_disabled" | "endpoint_removed",
): Promise<void> {
  await db.execute(
    `update webhook_delivery set state = 'EXHAUSTED', next_at = null, finished_at = $3, last_error = coalesce(last_error, $4)
     where business_id = $1 and endpoint_id = $2 and next_at is not null`,
    [business_id, endpoint_id, now, reason],
  );
}

/** Deliveries of logged events once more, of endpoints that take deliveries. Returns the ids of the new ones, in the same order. */
export async function repeatDeliveries(context: Context<never>, ids: readonly number[]): Promise<number[]> {
  const { db, business_id, now, emit } = context;
  const created_deliveries = await db.rows<{ id: number; endpoint_id: number }>(
    `insert into webhook_delivery (business_id, endpoint_id, event_id, event_type, subject, replay_of, state, next_at, created_at)
     select business_id, endpoint_id, event_id, event_type, subject, id, 'PENDING', $3, $3
       from webhook_delivery where business_id = $1 and id = any($2::bigint[]) and endpoint_id is not null order by id
     returning id, endpoint_id`,
    [business_id, ids, now],
  );
  if (created_deliveries.length === 0) return [];
  await wakeEndpoints(context, [...new Set(created_deliveries.map(({ endpoint_id }) => endpoint_id))]);
  emit({
    subject: { type: "webhook_settings", id: business_id },
    kind: "webhook.deliveries_repeated",
    payload: { deliveries: created_deliveries.length },
  });
  return created_deliveries.map(({ id }) => id);
}

/** A delivery without an event, to a URL that need not be set. Returns its id. */
export async function insertTest(
  context: Context<never>,
  { url, event_type }: { url: string; event_type: string },
): Promise<number> {
  const test = await DeliveryRecord.insert(context, { url, event_type, subject: "", state: "PENDING" });
  return test.id;
}

export async function saveTest(
  context: Context<never>,
  delivery_id: number,
  { status, error, duration_ms, excerpt }: WebhookAnswer,
) {
  const at = context.now.toISOString();
  const state = error === null ? ("DELIVERED" as const) : ("EXHAUSTED" as const);
  await DeliveryRecord.change(
    context,
    { id: delivery_id },
    {
      state,
      attempts: [{ at, status, error, duration_ms, response: excerpt }],
      attempt_count: 1,
      last_status: status,
      last_error: error,
      finished_at: at,
    },
  );
  context.emit({
    subject: { type: "webhook_settings", id: context.business_id },
    kind: "webhook.tested",
    payload: { delivery_id, delivered: error === null },
  });
  return state;
}

/** As the log shows it. */
export interface ListedDelivery extends Omit<DeliveryRow, "business_id" | "attempts" | "url"> {
  /** Of the test, or of the endpoint. */
  url: string;
  last_attempt: LoggedAttempt | null;
}

export const DELIVERY_COLUMNS = `d.id, d.endpoint_id, d.event_id, d.event_type, d.subject, coalesce(d.url, e.url) as url, d.replay_of,
  d.state, d.attempt_count, d.last_status, d.last_error, d.attempts -> -1 as last_attempt, d.next_at, d.created_at, d.finished_at`;

export const DELIVERY_TABLES =
  "webhook_delivery d left join webhook_endpoint e on e.business_id = d.business_id and e.id = d.endpoint_id";

export function buildDelivery({ last_status, last_error, last_attempt, ...row }: ListedDelivery) {
  return {
    ...row,
    webhook_id: row.event_id === null ? null : buildMessageId(row.event_id, row.event_type),
    is_test: row.event_id === null,
    http_status: last_status,
    error: last_error,
    duration_ms: last_attempt?.duration_ms ?? null,
    last_attempt_at: last_attempt?.at ?? null,
  };
}
