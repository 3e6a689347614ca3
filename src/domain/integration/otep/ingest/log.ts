/** The entries of an ingest in the event log. */
import { getTrackedKind, type Target } from "#domain/tracking/tracking/public.ts";
import type { ActorPartner } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import type { CoreCode } from "#otep/codes.gen.ts";
import type { StoredEvent } from "#otep/event.ts";
import type { Timeline } from "#otep/timeline.ts";
import type { Outcome } from "../shapes.ts";
import type { ParsedEvent } from "./parsed-events.ts";

/** An event with the timeline that it belongs to. */
export interface PlacedEvent {
  parsed_event: ParsedEvent;
  event: StoredEvent;
  target: Target;
  /** The end that it reports for the parcel that bears the order's number. */
  end: CoreCode | null;
  outcome: Outcome;
}

/** Emit one log event for each subject: which provider sent how many events, and the current state of the timeline. */
export function emitIngested(
  context: Context<never>,
  partner: ActorPartner,
  accepted: readonly PlacedEvent[],
  timelines: ReadonlyMap<string, Timeline>,
): void {
  const { emit, now } = context;
  for (const [number, group] of Map.groupBy(accepted, ({ target }) => target.number)) {
    const { subject } = (group[0] as PlacedEvent).target;
    const latest = group.reduce((at, { event }) => (event.occurred_at > at ? event.occurred_at : at), "");
    const timeline = timelines.get(number);
    emit({
      subject: { type: getTrackedKind(context, subject.type).log_type, id: subject.id },
      kind: "tracking.updated",
      occurred_at: latest < now.toISOString() ? latest : now.toISOString(),
      payload: {
        tracking_number: number,
        provider: partner.code,
        events: group.length,
        event_ids: group.slice(0, 20).map(({ event }) => event.event_id),
        status_code: timeline?.status?.code ?? null,
        revision: timeline?.revision ?? null,
      },
    });
  }
}
