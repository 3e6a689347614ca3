/** The reservation of a link as a calendar file. */
import Type from "typebox";
import { linkTokenMember, respondToLink } from "#operation/caller/content-links.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { buildCalendarAnswer, CalendarAnswer, toCalendarEvent } from "../calendar-events.ts";
import { MANAGE_OPERATIONS } from "../links.ts";
import { getReservationView, RESERVATION } from "../records/reservation.ts";

export const getManagedCalendar = defineOperation({
  name: MANAGE_OPERATIONS.calendar,
  summary: "Get the calendar file of a reservation",
  access: { roles: [], scopes: [], link: RESERVATION },
  rest: {
    method: "GET",
    path: "/api/v1/reservations/public/manage/{link}/calendar.ics",
    link_in_path: true,
    bytes: "always",
  },
  input: Type.Object(linkTokenMember),
  output: CalendarAnswer,

  async run(context) {
    respondToLink(context);
    const view = await getReservationView(context, getLinkedId(context.actor, RESERVATION));
    return buildCalendarAnswer(view.bookable_name, [toCalendarEvent(context, view, view.code)]);
  },
});
