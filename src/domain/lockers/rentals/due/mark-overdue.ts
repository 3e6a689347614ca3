/** Record that the booked time of a rental is over while its compartment is still taken. */
import {
  buildTimeline,
  hideEventId,
  loadTimelineEvents,
  OWN_PROVIDER,
  storeTrackingEvents,
} from "#domain/tracking/tracking/public.ts";
import { defineDue } from "#operation/define/due.ts";
import { storedStatusEvent } from "#otep/compose.ts";
import { applyToRentals, buildRentalNumber, lockRentals, RENTAL_OVERDUE } from "../records/storage-rental.ts";

export const markOverdue = defineDue({
  kind: RENTAL_OVERDUE,

  async run(context, { subject, due_at }) {
    const { db, business_id, now, emit, settings } = context;
    const id = Number(subject);
    const rentals = await lockRentals(context, [id]);
    const [rental] = rentals;
    // Another term may have been booked since.
    if (rental?.state !== "ACTIVE" || Date.parse(rental.booked_to) > now.getTime()) return;
    const number = buildRentalNumber(id);
    const overdue = storedStatusEvent(
      {
        code: "otep:storage:overdue",
        subject: { id: String(id), scheme: "rental_id" },
        occurred_at: due_at.toISOString(),
        source: { type: "storage", provider: OWN_PROVIDER },
      },
      { now: now.getTime(), provider: OWN_PROVIDER, source_type: "storage" },
    );
    const event = { ...overdue, event_id: hideEventId(settings, overdue.event_id) };
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
    await applyToRentals(context, rentals, [{ target: { subject: { id } }, timeline }]);
  },
});
