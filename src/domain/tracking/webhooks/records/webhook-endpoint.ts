/** Endpoints, one for each URL: what one is, how it is locked, woken, enabled and shown. Rows are never deleted. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";
import type { EndpointHealth } from "../rules.ts";

export interface EndpointRow extends Row<"webhook_endpoint"> {
  state: EndpointHealth["state"];
  disabled_reason: EndpointHealth["disabled_reason"];
  /** Failed attempts since the last success. */
  failures: number;
  /** When a worker looks at it; null: nothing waits. */
  next_at: string | null;
  /** Counts what made deliveries due, so that a worker sees what came while it sent. */
  wakes: number;
  /** No event goes to its URL any more. */
  removed_at: string | null;
}

export const EndpointRecord = defineRecord<"webhook_endpoint", EndpointRow>("webhook_endpoint");

/** Not for update: new deliveries refer to it, and must not wait for the recording of a batch. */
export function lockEndpoint(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  id: number,
): Promise<EndpointRow | undefined> {
  return db.row<EndpointRow>(
    "select * from webhook_endpoint where business_id = $1 and id = $2 for no key update",
    [business_id, id],
  );
}

export const readHealth = (row: EndpointRow): EndpointHealth => ({
  state: row.state,
  disabled_reason: row.disabled_reason,
  failures: row.failures,
  failing_since: row.failing_since === null ? null : new Date(row.failing_since),
  pause_until: row.pause_until === null ? null : new Date(row.pause_until),
});

/** A worker looks at them: after the commit, or when their pause ends. */
export async function wakeEndpoints(
  { db, business_id, now }: Pick<Context<never>, "db" | "business_id" | "now">,
  endpoint_ids: readonly number[],
): Promise<void> {
  await db.execute(
    `update webhook_endpoint set next_at = greatest(pause_until, least(next_at, $3)), wakes = wakes + 1
     where business_id = $1 and id in
       (select id from webhook_endpoint where business_id = $1 and id = any($2::bigint[]) order by id for no key update)`,
    [business_id, endpoint_ids, now],
  );
}

/** Waiting deliveries of an endpoint are counted up to this. */
const WAITING_MAX = 1000;

export type EndpointView = Omit<EndpointRow, "business_id" | "wakes" | "next_at" | "removed_at"> & {
  event_types: string[];
  waiting: number;
};

export const listEndpoints = (db: Db, business_id: number): Promise<EndpointView[]> =>
  db.rows<EndpointView>(
    `select e.id, e.url, e.state, e.disabled_reason, e.disabled_at, e.failures, e.failing_since, e.last_success_at,
       e.last_failure_at, e.last_error, e.last_status, e.pause_until, e.created_at,
       array(select s.event_type from webhook_subscription s
         where s.business_id = e.business_id and s.endpoint_id = e.id order by s.event_type) as event_types,
       (select count(*) from (select from webhook_delivery d
         where d.business_id = e.business_id and d.endpoint_id = e.id and d.next_at is not null limit ${WAITING_MAX}) open) as waiting
     from webhook_endpoint e where e.business_id = $1 and e.removed_at is null order by e.id`,
    [business_id],
  );
