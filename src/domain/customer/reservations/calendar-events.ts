/** Reservations as events of calendars. */
import { createHash } from "node:crypto";
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { buildCalendarFile, type CalendarEvent } from "./calendar-file.ts";
import type { ReservationView } from "./records/reservation.ts";
import { takesPlaces } from "./rules.ts";

export const CalendarAnswer = Type.Object(
  {
    result: Type.Boolean(),
    name: Type.String(),
    content_type: Type.String(),
    size_bytes: Type.Integer(),
    sha256: Type.String(),
    content_base64: Type.String({ description: "Over REST the bytes themselves are sent." }),
  },
  { $id: "CalendarFile" },
);

export function toCalendarEvent(
  { business_id, settings }: Pick<Context<never>, "business_id" | "settings">,
  view: ReservationView,
  title: string,
): CalendarEvent {
  return {
    uid: `reservation-${business_id}-${view.id}@${new URL(settings.base_url).hostname}`,
    sequence: view.calendar_sequence,
    changed_at: view.updated_at,
    starts_at: view.starts_at,
    ends_at: view.ends_at,
    summary: `${view.bookable_name}: ${title}`,
    location: view.street_address,
    is_cancelled: !takesPlaces(view.status),
  };
}

export function buildCalendarAnswer(name: string, events: readonly CalendarEvent[]) {
  const bytes = Buffer.from(buildCalendarFile(name, events));
  return {
    result: true,
    name: "calendar.ics",
    content_type: "text/calendar",
    size_bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    content_base64: bytes.toString("base64"),
  };
}
