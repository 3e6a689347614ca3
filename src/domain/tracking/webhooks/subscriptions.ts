/** Which URLs get which events. */
import type { Context } from "#operation/define/context.ts";
import { finishOpenDeliveries } from "./records/webhook-delivery.ts";
import { wakeEndpoints } from "./records/webhook-endpoint.ts";

type Writing = Pick<Context<never>, "db" | "business_id" | "now">;

/** An endpoint without a type is removed; one whose URL comes back is as new. */
export async function replaceSubscriptions(
  context: Writing,
  event_urls: readonly { event_type: string; urls: readonly string[] }[],
  scopes: readonly string[],
): Promise<void> {
  const { db, business_id, now } = context;
  const pairs = event_urls.flatMap(({ event_type, urls }) => urls.map((url) => ({ event_type, url })));
  await db.execute("delete from webhook_subscription where business_id = $1 and event_type = any($2)", [
    business_id,
    event_urls.map(({ event_type }) => event_type),
  ]);
  await db.execute(
    `insert into webhook_endpoint (business_id, url, created_at)
     select $1, url, $3 from unnest($2::text[]) as url order by url
     on conflict (business_id, url) do update set removed_at = null, state = 'ACTIVE', failures = 0, failing_since = null,
       pause_until = null, disabled_at = null, disabled_reason = null
     where webhook_endpoint.removed_at is not null`,
    [business_id, [...new Set(pairs.map(({ url }) => url))], now],
  );
  await db.execute(
    `insert into webhook_subscription (business_id, event_type, endpoint_id, scopes)
     select $1, p.event_type, e.id, $4 from unnest($2::text[], $3::text[]) as p (event_type, url)
       join webhook_endpoint e on e.business_id = $1 and e.url = p.url`,
    [business_id, pairs.map(({ event_type }) => event_type), pairs.map(({ url }) => url), scopes],
  );
  const removed = await db.rows<{ id: number }>(
    `update webhook_endpoint e set removed_at = $2, next_at = null where business_id = $1 and removed_at is null
       and not exists (select from webhook_subscription s where s.business_id = $1 and s.endpoint_id = e.id)
     returning id`,
    [business_id, now],
  );
  for (const { id } of removed) await finishOpenDeliveries(context, id, "endpoint_removed");
}

export async function countEndpoints({ db, business_id }: Writing): Promise<number> {
  const row = await db.row<{ n: number }>(
    "select count(*) as n from webhook_endpoint where business_id = $1 and removed_at is null",
    [business_id],
  );
  return row?.n ?? 0;
}

export async function wakeAll(context: Writing): Promise<void> {
  const rows = await context.db.rows<{ id: number }>(
    "select id from webhook_endpoint where business_id = $1 and removed_at is null and state <> 'DISABLED'",
    [context.business_id],
  );
  if (rows.length > 0)
    await wakeEndpoints(
      context,
      rows.map(({ id }) => id),
    );
}
