/** Writes what became of the deliveries of a batch, and what that says about the endpoint. */
import type { Context } from "#operation/define/context.ts";
import type { Batch } from "./load-batch.ts";
import { sendNotice } from "./notices.ts";
import { finishOpenDeliveries, type SentDelivery, saveAttempts } from "./records/webhook-delivery.ts";
import { EndpointRecord, type EndpointRow, lockEndpoint, readHealth } from "./records/webhook-endpoint.ts";
import { decideHealth, type EndpointHealth, isRecovery } from "./rules.ts";

/** Returns whether there is more to do at once. */
export async function recordBatch(
  context: Context<string>,
  batch: Batch,
  sent_deliveries: readonly SentDelivery[],
  begun_at: Date,
): Promise<boolean> {
  const { db, business_id, now } = context;
  const { id } = batch.endpoint;
  const row = await lockEndpoint(context, id);
  if (row === undefined) throw new Error("Endpoints are never deleted.");
  if (sent_deliveries.length > 0) await saveAttempts(context, sent_deliveries);
  const before = readHealth(row);
  const decided = decideHealth(
    before,
    sent_deliveries.map(({ outcome }) => outcome),
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
    sent_deliveries.length < batch.deliveries.length ||
    row.wakes !== batch.endpoint.wakes;
  const next_at = is_closed ? null : await chooseNextTime(context, id, after, has_more);
  await writeHealth(context, row, after, next_at, sent_deliveries);
  if (row.removed_at === null) await announce(context, row, before, after);
  return next_at !== null && next_at <= now;
}

/** Nothing is sent to it: what the reader of events wrote while it was being disabled or removed ends. */
export async function closeEndpoint(context: Context<string>, { endpoint }: Batch): Promise<void> {
  const { db, business_id } = context;
  const { id, wakes } = endpoint;
  const row = await lockEndpoint(context, id);
  if (row?.removed_at) await finishOpenDeliveries(context, id, "endpoint_removed");
  else if (row?.state === "DISABLED") await finishOpenDeliveries(context, id, "endpoint_disabled");
  // The call that opens it again wakes it, and may just have done so.
  await db.execute(
    "update webhook_endpoint set next_at = null where business_id = $1 and id = $2 and wakes = $3",
    [business_id, id, wakes],
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
  context: Context<string>,
  endpoint: EndpointRow,
  { state, disabled_reason, failures, failing_since, pause_until }: EndpointHealth,
  next_at: Date | null,
  sent_deliveries: readonly SentDelivery[],
): Promise<void> {
  const success = sent_deliveries.findLast(({ outcome }) => outcome.error === null)?.outcome;
  const failure = sent_deliveries.findLast(({ outcome }) => outcome.error !== null)?.outcome;
  const { last_success_at, last_failure_at, last_error, last_status } = endpoint;
  await EndpointRecord.change(context, endpoint, {
    state,
    disabled_reason,
    failures,
    failing_since: failing_since?.toISOString() ?? null,
    pause_until: pause_until?.toISOString() ?? null,
    next_at: next_at?.toISOString() ?? null,
    disabled_at: state === "DISABLED" ? (endpoint.disabled_at ?? context.now.toISOString()) : null,
    last_success_at: success?.at.toISOString() ?? last_success_at,
    ...(failure === undefined
      ? { last_failure_at, last_error, last_status }
      : {
          last_failure_at: failure.at.toISOString(),
          last_error: failure.error,
          last_status: failure.status,
        }),
  });
}

/** Events, and messages to who set the webhooks, about an endpoint that changed its state. */
async function announce(
  context: Context<string>,
  { id, url }: EndpointRow,
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
