/** Deliveries of logged events once more. */
import type { Context } from "#operation/define/context.ts";
import { wakeEndpoints } from "./consumers/fan-out-events.ts";

/** Of endpoints that take deliveries. Returns the ids of the new ones, in the same order. */
export async function repeatDeliveries(context: Context<never>, ids: readonly number[]): Promise<number[]> {
  const { db, business_id, now, emit } = context;
  const made = await db.rows<{ id: number; endpoint_id: number }>(
    `insert into webhook_delivery (business_id, endpoint_id, event_id, event_type, subject, replay_of, state, next_at, created_at)
     select business_id, endpoint_id, event_id, event_type, subject, id, 'PENDING', $3, $3
       from webhook_delivery where business_id = $1 and id = any($2::bigint[]) and endpoint_id is not null order by id
     returning id, endpoint_id`,
    [business_id, ids, now],
  );
  if (made.length === 0) return [];
  await wakeEndpoints(context, [...new Set(made.map(({ endpoint_id }) => endpoint_id))]);
  emit({
    subject: { type: "webhook_settings", id: business_id },
    kind: "webhook.deliveries_repeated",
    payload: { deliveries: made.length },
  });
  return made.map(({ id }) => id);
}
