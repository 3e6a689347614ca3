/** Records what happened to a rental on its timeline, as the service itself observed it or its locker reported it. */
import {
  buildTimeline,
  hideEventId,
  loadTimelineEvents,
  OWN_PROVIDER,
  storeTrackingEvents,
} from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { StatusCode } from "#otep/codes.gen.ts";
import { storedStatusEvent } from "#otep/compose.ts";
import type { AnyIncidentReason } from "#otep/event.ts";
import { applyToRentals, buildRentalNumber, type LockedRental } from "./records/storage-rental.ts";

export interface RentalEvent {
  code: StatusCode;
  at: Date;
  incident_reason?: AnyIncidentReason;
  /** Of the place, where it is another than the rental's. */
  place_name?: string;
}

/** The rental is locked. */
export async function recordRentalEvent(
  context: Context<never>,
  rental: LockedRental & { device_name: string },
  { code, at, incident_reason, place_name = rental.device_name }: RentalEvent,
): Promise<void> {
  const { db, business_id, now, emit, settings } = context;
  const { id } = rental;
  const number = buildRentalNumber(id);
  const composed = storedStatusEvent(
    {
      code,
      subject: { id: String(id), scheme: "rental_id" },
      occurred_at: at.toISOString(),
      source: { type: "storage", provider: OWN_PROVIDER },
      ...(incident_reason === undefined ? {} : { incident_reason }),
      ...(place_name === "" ? {} : { location: { name: place_name } }),
    },
    { now: now.getTime(), provider: OWN_PROVIDER, source_type: "storage" },
  );
  const event = { ...composed, event_id: hideEventId(settings, composed.event_id) };
  const events = await loadTimelineEvents(db, business_id, [number]);
  await storeTrackingEvents(context, [{ number, event }]);
  const timeline = buildTimeline([...events, event], number);
  emit({
    subject: { type: "storage_rental", id },
    kind: "tracking.updated",
    payload: {
      tracking_number: number,
      provider: OWN_PROVIDER,
      events: 1,
      event_ids: [event.event_id],
      status_code: timeline.status?.code ?? null,
      revision: timeline.revision,
    },
    occurred_at: event.occurred_at,
  });
  await applyToRentals(context, [rental], [{ target: { subject: { id } }, timeline }]);
}
