/**
 * The calendar of a bookable, for calendars that subscribe to it by its secret address: reservations of the last month and all to
 * come. Who has the address reads names of guests and their numbers of places, and nothing else.
 */
import Type from "typebox";
import { linkTokenMember, respondToLink } from "#operation/caller/content-links.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { buildCalendarAnswer, CalendarAnswer, toCalendarEvent } from "../calendar-events.ts";
import { FEED } from "../links.ts";
import { BOOKABLE, BookableRecord } from "../records/bookable.ts";
import { RESERVATIONS, type ReservationView } from "../records/reservation.ts";

const PAST_MS = 31 * 24 * 3_600_000;
const EVENTS_MAX = 2000;

export const getBookableFeed = defineOperation({
  name: FEED.name,
  summary: "Get the calendar feed of a bookable",
  access: { roles: [], scopes: [], link: BOOKABLE },
  rest: { method: "GET", path: FEED.path, link_in_path: true, bytes: "always" },
  limit: { name: "reservation_feed", per_s: 0.1, burst: 20 },
  input: Type.Object(linkTokenMember),
  output: CalendarAnswer,

  async run(context) {
    const { db, business_id, now } = context;
    respondToLink(context);
    const bookable = await BookableRecord.get(context, getLinkedId(context.actor, BOOKABLE));
    const rows = await db.rows<ReservationView>(
      `${RESERVATIONS} where r.business_id = $1 and r.bookable_id = $2 and s.starts_at >= $3 and r.confirmed_at is not null
        order by s.starts_at, r.id limit ${EVENTS_MAX}`,
      [business_id, bookable.id, new Date(now.getTime() - PAST_MS)],
    );
    const events = rows.map((row) =>
      toCalendarEvent(
        context,
        row,
        `${row.guest_name ?? row.code}${row.places > 1 ? ` (${row.places})` : ""}`,
      ),
    );
    return buildCalendarAnswer(bookable.name, events);
  },
});
