/** How a locker was used, by day and size: hours in which something was in, and reservations refused for lack of room. */
import Type from "typebox";
import { findDevice } from "#domain/lockers/devices/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { addDays } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { SIZES } from "../rules.ts";

const DAYS_MAX = 92;

export const getLockerUtilisation = defineOperation({
  name: "lockerUtilisation",
  summary: "Get how a locker was used",
  access: { scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/lockers/{locker_id}/utilisation" },
  localised: true,
  input: Type.Object({ locker_id: Ref("locker_device"), from: CalendarDate, to: CalendarDate }),
  output: Type.Object({
    result: Type.Boolean(),
    locker_id: Ref("locker_device"),
    days: Type.Array(
      Type.Object(
        {
          date: CalendarDate,
          size: Nullable(StringEnum(SIZES)),
          compartments: Type.Integer(),
          occupied_h: Type.Number({ description: "Hours of all its compartments together." }),
          reservations: Type.Integer({ description: "That began on this day." }),
          refused: Type.Integer({ description: "Reservations refused because none was free." }),
        },
        { $id: "LockerUtilisationDay" },
      ),
      {
        description:
          "By date and size; `size` is null for what was refused because it fits into no compartment.",
      },
    ),
  }),
  refusals: { period_too_long: "invalid" },

  async run(context, { locker_id, from, to }) {
    const { db, business_id, business, now, refuse } = context;
    if ((await findDevice(context, locker_id)) === undefined)
      throw refuse("not_found", { message: messages.no_locker });
    if (to < from || addDays(from, DAYS_MAX) <= to)
      throw refuse("period_too_long", { message: messages.period_too_long, values: { days: DAYS_MAX } });
    const days = await db.rows<{
      date: string;
      size: (typeof SIZES)[number] | null;
      compartments: number;
      occupied_h: number;
      reservations: number;
      refused: number;
    }>(
      `with day as (
         select d::date as date, d::date::timestamp at time zone $5 as starts_at, (d::date + 1)::timestamp at time zone $5 as ends_at
           from generate_series($3::date, $4::date, '1 day') d),
       size as (
         select size, count(*)::int as compartments from locker_compartment where business_id = $1 and device_id = $2 group by size
         union all select null, 0),
       used as (
         select r.*, c.size from locker_reservation r
           join locker_compartment c on c.business_id = r.business_id and c.id = r.compartment_id
          where r.business_id = $1 and r.device_id = $2)
       select day.date::text, size.size, size.compartments,
         (select round(coalesce(sum(extract(epoch from least(coalesce(u.ended_at, $6), day.ends_at) - greatest(u.in_use_at, day.starts_at))), 0)
             / 3600, 2)::float8
            from used u where u.size = size.size and u.in_use_at < day.ends_at and coalesce(u.ended_at, $6) > day.starts_at) as occupied_h,
         (select count(*)::int from used u
           where u.size = size.size and u.created_at >= day.starts_at and u.created_at < day.ends_at) as reservations,
         (select count(*)::int from locker_refused_reservation f
           where f.business_id = $1 and f.device_id = $2 and f.size is not distinct from size.size
             and f.refused_at >= day.starts_at and f.refused_at < day.ends_at) as refused
       from day cross join size
       order by day.date, array_position(array['XS', 'S', 'M', 'L', 'XL'], size.size)`,
      [business_id, locker_id, from, to, business.time_zone, now],
    );
    return {
      result: true,
      locker_id,
      days: days.filter(({ size, refused }) => size !== null || refused > 0),
    };
  },
});
