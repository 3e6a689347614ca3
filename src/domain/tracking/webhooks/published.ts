/** Events of the log as they are published: in webhooks, and in the feed. */
import { type EventCatalogue, filterPayload } from "#operation/define/events.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { buildMessageId } from "./rules.ts";

export type StoredEvent = Pick<
  LoggedEvent,
  | "id"
  | "business_id"
  | "kind"
  | "subject_type"
  | "subject_id"
  | "seq"
  | "occurred_at"
  | "recorded_at"
  | "payload"
>;

/** The payload is that of the log, whatever kinds are declared now. */
export function buildPublishedEvent(
  catalogue: EventCatalogue,
  event: StoredEvent,
  type: string,
  hidden_prices: ReadonlySet<PriceFamily>,
) {
  return {
    id: buildMessageId(event.id, type),
    type,
    timestamp: new Date(event.occurred_at).toISOString(),
    data: {
      business_id: event.business_id,
      event_id: event.id,
      kind: event.kind,
      subject_type: event.subject_type,
      subject_id: event.subject_id,
      sequence: event.seq,
      recorded_at: new Date(event.recorded_at).toISOString(),
      payload: filterPayload(catalogue, event, hidden_prices),
    },
  };
}
