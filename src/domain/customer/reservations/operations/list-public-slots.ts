/**
 * The slots that the public can reserve. Many ask often: it needs no account, reads two rows of indexes, and a caller that has the
 * answer already gets none.
 */
import { hash } from "node:crypto";
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { isNotModified } from "#operation/response/etag.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { getOfferedBookable } from "../records/bookable.ts";
import { listSlotRows } from "../records/slot.ts";
import { computeBookingRange } from "../rules.ts";
import { BookableCode, ClientCode, PublicSlot } from "../shapes.ts";
import { findSlots } from "../slots.ts";

export const listPublicSlots = defineOperation({
  name: "reservationSlots",
  summary: "List slots that can be reserved",
  description: "Full ones too, so that a guest can join the waitlist for them.",
  access: { public: true, ignores_token: true },
  rest: { method: "GET", path: "/api/v1/reservations/public/{clientCode}/{bookable}/slots" },
  localised: true,
  limit: { name: "reservation_slots", per_s: 2, burst: 60 },
  input: Type.Object({
    clientCode: ClientCode,
    bookable: BookableCode,
    from: Type.Optional({ ...CalendarDate, description: "In the zone of the bookable; today if absent." }),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31, default: 7 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    time_zone: Type.String(),
    from: CalendarDate,
    days: Type.Integer(),
    slots: Type.Array(PublicSlot),
  }),
  tenant: (system_queries, { clientCode }) => system_queries.findBusinessOfCode(clientCode),

  async run(context, { bookable: code, days = 7, ...input }) {
    const { now, request, respond } = context;
    const bookable = await getOfferedBookable(context, code);
    const { time_zone, capacity } = bookable;
    const from = input.from ?? toLocalDate(now, time_zone);
    const range = computeBookingRange(bookable, now);
    const begin = new Date(
      Math.max(toInstant(from, "00:00", time_zone).getTime(), range.from.getTime(), now.getTime() + 1),
    );
    const end = new Date(
      Math.min(toInstant(addDays(from, days), "00:00", time_zone).getTime(), range.to.getTime() + 1),
    );
    const rows = begin < end ? await listSlotRows(context, bookable.id, begin, end) : new Map();
    const slots = (begin < end ? findSlots(bookable, begin, end) : []).map(({ starts_at, ends_at }) => ({
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
      free: Math.max(0, capacity - (rows.get(starts_at.getTime())?.taken ?? 0)),
    }));
    const answer = { result: true, time_zone, from, days, slots };
    const etag = `"${hash("sha256", JSON.stringify(answer)).slice(0, 24)}"`;
    respond({
      headers: { etag, "cache-control": "no-cache" },
      not_modified: isNotModified(request, { etag }),
    });
    return answer;
  },
});
