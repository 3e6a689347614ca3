/** What a worker sends next to one endpoint. */
import type { Db } from "#platform/db/db.ts";
import type { StoredEvent } from "./published.ts";
import { EndpointRecord, type EndpointRow } from "./records/webhook-endpoint.ts";
import { type ActiveSecret, listActiveSecrets } from "./records/webhook-secret.ts";
import { type Flags, loadFlags } from "./records/webhook-settings.ts";
import { FAILURES_UNTIL_PAUSE } from "./rules.ts";

/** Sent, then recorded together: as many may be sent twice when the process dies in between. */
const BATCH = 500;

export interface WaitingDelivery extends StoredEvent {
  delivery_id: number;
  event_type: string;
  subject: string;
  replay_of: number | null;
  attempt_count: number;
}

export interface Batch {
  endpoint: EndpointRow;
  flags: Flags;
  secrets: ActiveSecret[];
  deliveries: WaitingDelivery[];
  /** As many were asked for as were found: there may be more. */
  is_full: boolean;
  is_closed: boolean;
}

/** The deliveries of a subject wait for one that is to be tried again, except those that somebody repeats. */
const WAITING = `select d.id as delivery_id, d.event_type, d.subject, d.replay_of, d.attempt_count,
    e.id, e.business_id, e.kind, e.subject_type, e.subject_id, e.seq, e.occurred_at, e.recorded_at, e.payload
  from webhook_delivery d join event e on e.business_id = d.business_id and e.id = d.event_id
  where d.business_id = $1 and d.endpoint_id = $2 and d.next_at <= $3
    and (not $4::bool or d.replay_of is not null or not exists (select from webhook_delivery w
      where w.business_id = $1 and w.endpoint_id = $2 and w.state = 'RETRYING' and w.subject = d.subject
        and w.next_at > $3 and w.id < d.id and w.replay_of is null))
  order by d.id limit $5`;

/** `is_closed`: nothing may be sent to it until somebody changes that. */
export async function loadBatch(db: Db, business_id: number, endpoint_id: number, now: Date): Promise<Batch> {
  const [endpoint, flags, secrets] = await Promise.all([
    EndpointRecord.find({ db, business_id }, endpoint_id),
    loadFlags(db, business_id),
    listActiveSecrets(db, business_id, now),
  ]);
  if (endpoint === undefined) throw new Error("Endpoints are never deleted.");
  const is_closed = flags.paused || endpoint.removed_at !== null || endpoint.state === "DISABLED";
  const is_held_back = endpoint.pause_until !== null && Date.parse(endpoint.pause_until) > now.getTime();
  const limit =
    endpoint.failures >= FAILURES_UNTIL_PAUSE ? 1 : Math.min(BATCH, flags.max_per_second ?? BATCH);
  const deliveries =
    is_closed || is_held_back
      ? []
      : await db.rows<WaitingDelivery>(WAITING, [business_id, endpoint_id, now, flags.ordered, limit]);
  return { endpoint, flags, secrets, deliveries, is_full: deliveries.length === limit, is_closed };
}
