/** The slots of a day, with how full each is. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BookableRecord } from "../records/bookable.ts";
import { DeskSlot } from "../shapes.ts";
import { findSlots } from "../slots.ts";

export const listDeskSlots = defineOperation({
  name: "bookableSlots",
  summary: "List the slots of a day",
  access: { scopes: ["reservations:read"] },
  rest: { method: "GET", path: "/api/v1/reservations/bookables/{bookable_id}/slots" },
  localised: true,
  input: Type.Object({
    bookable_id: Ref("bookable"),
    date: Type.Optional({ ...CalendarDate, description: "In the zone of the bookable; today if absent." }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    date: CalendarDate,
    time_zone: Type.String(),
    day_starts_at: Type.String({ format: "date-time", description: "The first moment of the day." }),
    day_ends_at: Type.String({ format: "date-time", description: "The first moment of the next day." }),
    slots: Type.Array(DeskSlot),
  }),

  async run(context, { bookable_id, ...input }) {
    const { db, business_id, now } = context;
    const bookable = await BookableRecord.get(context, bookable_id);
    const { time_zone, capacity } = bookable;
    const date = input.date ?? toLocalDate(now, time_zone);
    const [from, to] = [toInstant(date, "00:00", time_zone), toInstant(addDays(date, 1), "00:00", time_zone)];
    const counted = await db.rows<{
      starts_at: string;
      ends_at: string;
      taken: number;
      reserved: number;
      checked_in: number;
    }>(
      `select s.starts_at, s.ends_at, s.taken,
          coalesce(sum(r.places) filter (where r.status in ('CONFIRMED', 'CHECKED_IN', 'COMPLETED')), 0)::int as reserved,
          coalesce(sum(r.places) filter (where r.status in ('CHECKED_IN', 'COMPLETED')), 0)::int as checked_in
         from bookable_slot s left join reservation r on r.business_id = s.business_id and r.slot_id = s.id
        where s.business_id = $1 and s.bookable_id = $2 and s.starts_at >= $3 and s.starts_at < $4
        group by s.business_id, s.id order by s.starts_at`,
      [business_id, bookable_id, from, to],
    );
    const in_calendar = new Map(
      findSlots(bookable, from, to).map((slot) => [slot.starts_at.getTime(), slot]),
    );
    const by_start = new Map(counted.map((row) => [Date.parse(row.starts_at), row]));
    const used = counted.filter(({ taken }) => taken > 0).map(({ starts_at }) => Date.parse(starts_at));
    const starts = [...new Set([...in_calendar.keys(), ...used])].sort((a, b) => a - b);
    return {
      result: true,
      date,
      time_zone,
      day_starts_at: from.toISOString(),
      day_ends_at: to.toISOString(),
      slots: starts.map((start) => {
        const [slot, row] = [in_calendar.get(start), by_start.get(start)];
        return {
          starts_at: new Date(start).toISOString(),
          ends_at: row !== undefined && row.taken > 0 ? row.ends_at : (slot?.ends_at.toISOString() ?? ""),
          capacity,
          taken: row?.taken ?? 0,
          held: (row?.taken ?? 0) - (row?.reserved ?? 0),
          checked_in: row?.checked_in ?? 0,
          in_calendar: slot !== undefined,
        };
      }),
    };
  },
});
