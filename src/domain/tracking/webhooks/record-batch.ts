/** Writes what became of the deliveries of a batch, and what that says about the endpoint. */
import type { Context } from "#operation/define/context.ts";
import { type Batch, readHealth } from "./load-batch.ts";
import { sendNotice } from "./notices.ts";
import { decideHealth, type EndpointHealth, isRecovery } from "./rules.ts";
import type { Sent } from "./send-batch.ts";
import type { WebhookEndpointRow } from "./tables.ts";

/** Returns whether there is more to do at once. */
export async function recordBatch(
  context: Context<string>,
  batch: Batch,
  sent: readonly Sent[],
  begun_at: Date,
): Promise<boolean> {
  const { db, business_id, now } = context;
  const { id } = batch.endpoint;
  const row = await db.row<WebhookEndpointRow>(
    "select * from webhook_endpoint where business_id = $1 and id = $2 for no key update",
    [business_id, id],
  );
  if (row === undefined) throw new Error("Endpoints are never deleted.");
  if (sent.length > 0) await writeDeliveries(context, sent);
  const before = readHealth(row);
  const decided = decideHealth(
    before,
    sent.map(({ outcome }) => outcome),
  );
  const after = { ...decided, pause_until: choosePause(decided, batch, begun_at) };
  const has_recovered = isRecovery(before, after);
  const is_closed = row.removed_at !== null || after.state === "DISABLED";
  if (is_closed)
    await finishOpenDeliveries(
      context,
      id,
      row.removed_at === null ? "endpoint_disabled" : "endpoint_removed",
    );
  // The receiver is back: what was to be tried hours later is tried now.
  if (has_recovered)
    await db.execute(
      `update webhook_delivery set next_at = $3
       where business_id = $1 and endpoint_id = $2 and state = 'RETRYING' and next_at > $3`,
      [business_id, id, now],
    );
  const has_more =
    batch.is_full ||
    has_recovered ||
    sent.length < batch.deliveries.length ||
    row.wakes !== batch.endpoint.wakes;
  const next_at = is_closed ? null : await chooseNextTime(context, id, after, has_more);
  await writeHealth(context, id, after, next_at, sent);
  if (row.removed_at === null) await announce(context, row, before, after);
  return next_at !== null && next_at <= now;
}

async function writeDeliveries({ db, business_id }: Context<string>, sent: readonly Sent[]): Promise<void> {
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
      sent.map(({ delivery_id }) => delivery_id),
      sent.map(({ state }) => state),
      sent.map(({ next_at }) => next_at),
      sent.map(({ attempt }) => JSON.stringify(attempt)),
      sent.map(({ outcome }) => outcome.status),
      sent.map(({ outcome }) => outcome.error),
      sent.map(({ outcome }) => outcome.at),
    ],
  );
}

/** Nothing is sent to it: what the reader of events wrote while it was being disabled or removed ends. */
export async function closeEndpoint(context: Context<string>, { endpoint }: Batch): Promise<void> {
  const { db, business_id } = context;
  const { id, wakes } = endpoint;
  const row = await db.row<Pick<WebhookEndpointRow, "state" | "removed_at">>(
    "select state, removed_at from webhook_endpoint where business_id = $1 and id = $2 for no key update",
    [business_id, id],
  );
  if (row?.removed_at) await finishOpenDeliveries(context, id, "endpoint_removed");
  else if (row?.state === "DISABLED") await finishOpenDeliveries(context, id, "endpoint_disabled");
  // Whoever opens it again wakes it, and may just have done so.
  await db.execute(
    "update webhook_endpoint set next_at = null where business_id = $1 and id = $2 and wakes = $3",
    [business_id, id, wakes],
  );
}

/** They can be repeated once the endpoint is there again. */
export async function finishOpenDeliveries(
  { db, business_id, now }: Pick<Context<never>, "db" | "business_id" | "now">,
  endpoint_id: number,
  reason: "endpoint_disabled" | "endpoint_removed",
): Promise<void> {
  await db.execute(
    `update webhook_delivery set state = 'EXHAUSTED', next_at = null, finished_at = $3, last_error = coalesce(last_error, $4)
     where business_id = $1 and endpoint_id = $2 and next_at is not null`,
    [business_id, endpoint_id, now, reason],
  );
}

/** With a limit of deliveries a second, a full batch is one second's. */
function choosePause(
  { pause_until }: EndpointHealth,
  { flags, is_full }: Batch,
  begun_at: Date,
): Date | null {
  if (flags.max_per_second === null || !is_full) return pause_until;
  const paced = new Date(begun_at.getTime() + 1000);
  return pause_until === null || pause_until < paced ? paced : pause_until;
}

async function chooseNextTime(
  { db, business_id, now }: Context<string>,
  endpoint_id: number,
  { pause_until }: EndpointHealth,
  has_more: boolean,
): Promise<Date | null> {
  if (pause_until !== null && pause_until > now) return pause_until;
  if (has_more) return now;
  // All that is due was sent, or waits for one of these.
  const row = await db.row<{ next_at: string | null }>(
    `select min(next_at) as next_at from webhook_delivery
     where business_id = $1 and endpoint_id = $2 and state = 'RETRYING' and next_at > $3`,
    [business_id, endpoint_id, now],
  );
  return row?.next_at ? new Date(row.next_at) : null;
}

async function writeHealth(
  { db, business_id, now }: Context<string>,
  endpoint_id: number,
  health: EndpointHealth,
  next_at: Date | null,
  sent: readonly Sent[],
): Promise<void> {
  const success = sent.findLast(({ outcome }) => outcome.error === null);
  const failure = sent.findLast(({ outcome }) => outcome.error !== null);
  await db.execute(
    `update webhook_endpoint set state = $3, disabled_reason = $4, failures = $5, failing_since = $6, pause_until = $7, next_at = $8,
       disabled_at = case when $3 = 'DISABLED' then coalesce(disabled_at, $9) end,
       last_success_at = coalesce($10, last_success_at), last_failure_at = coalesce($11, last_failure_at),
       last_error = case when $11::timestamptz is null then last_error else $12 end,
       last_status = case when $11::timestamptz is null then last_status else $13 end
     where business_id = $1 and id = $2`,
    [
      business_id,
      endpoint_id,
      health.state,
      health.disabled_reason,
      health.failures,
      health.failing_since,
      health.pause_until,
      next_at,
      now,
      success?.outcome.at ?? null,
      failure?.outcome.at ?? null,
      failure?.outcome.error ?? null,
      failure?.outcome.status ?? null,
    ],
  );
}

/** Events, and messages to who set the webhooks, about an endpoint that changed its state. */
async function announce(
  context: Context<string>,
  { id, url }: WebhookEndpointRow,
  before: EndpointHealth,
  after: EndpointHealth,
): Promise<void> {
  if (before.state === after.state) return;
  const subject = { type: "webhook_endpoint", id };
  const failing_since = (after.failing_since ?? before.failing_since)?.toISOString() ?? null;
  if (after.state === "FAILING") {
    context.emit({
      subject,
      kind: "webhook.endpoint_failing",
      payload: { failing_since: failing_since ?? "" },
    });
    return;
  }
  if (after.state === "DISABLED") {
    const reason = after.disabled_reason ?? "failing";
    context.emit({ subject, kind: "webhook.endpoint_disabled", payload: { reason, failing_since } });
    await sendNotice(context, url, reason === "gone" ? "gone" : "disabled");
    return;
  }
  context.emit({ subject, kind: "webhook.endpoint_recovered", payload: { failing_since } });
  await sendNotice(context, url, "recovered");
}
