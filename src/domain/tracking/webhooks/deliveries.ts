/** The log of deliveries, as responses show it. */
import type { DeliveryError } from "#providers/webhooks/port.ts";
import { buildMessageId, type DeliveryState } from "./rules.ts";
import type { LoggedAttempt } from "./tables.ts";

export interface DeliveryRow {
  id: number;
  endpoint_id: number | null;
  event_id: number | null;
  event_type: string;
  subject: string;
  url: string;
  replay_of: number | null;
  state: DeliveryState;
  attempt_count: number;
  last_status: number | null;
  last_error: DeliveryError | "endpoint_disabled" | "endpoint_removed" | null;
  last_attempt: LoggedAttempt | null;
  next_at: string | null;
  created_at: string;
  finished_at: string | null;
}

export const DELIVERY_COLUMNS = `d.id, d.endpoint_id, d.event_id, d.event_type, d.subject, coalesce(d.url, e.url) as url, d.replay_of,
  d.state, d.attempt_count, d.last_status, d.last_error, d.attempts -> -1 as last_attempt, d.next_at, d.created_at, d.finished_at`;

export const DELIVERY_TABLES =
  "webhook_delivery d left join webhook_endpoint e on e.business_id = d.business_id and e.id = d.endpoint_id";

export function buildDelivery({ last_status, last_error, last_attempt, ...row }: DeliveryRow) {
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
